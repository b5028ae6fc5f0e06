package fairlead.server.http;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Whether a request is still worth its work: asked often, it looks at the connection now and then only, and not at all
/// while the request is young. Used by the thread that works on the request.
final class CallerWatch implements BooleanSupplier {

    private static final long FIRST_LOOK = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Request request;
    private long nextLook;
    private boolean gone;

    CallerWatch(Request request) {
        this.request = request;
        nextLook = System.nanoTime() + FIRST_LOOK;
    }

    @Override
    public boolean getAsBoolean() {
        long now = System.nanoTime();
        if (!gone && now - nextLook >= 0) {
            nextLook = now + PAUSE;
            gone = request.isReadWholly() && request.isAbandoned();
        }
        return gone;
    }
}
