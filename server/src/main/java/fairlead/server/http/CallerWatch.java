package fairlead.server.http;

import fairlead.server.telemetry.CallerWait;
import java.util.concurrent.TimeUnit;

/// Whether a request is still worth its work: asked often, it looks at the connection now and then only, and not at all
/// while the request is young. Used by the thread that works on the request, and, while that waits for a handler, by
/// the one that looks after the time limits of calls.
final class CallerWatch implements CallerWait {

    private static final long FIRST_LOOK = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Request request;
    private long nextLook;
    private boolean gone;
    private boolean changing;

    CallerWatch(Request request) {
        this.request = request;
        nextLook = System.nanoTime() + FIRST_LOOK;
    }

    @Override
    public synchronized boolean isOver() {
        long now = System.nanoTime();
        if (!gone && !changing && now - nextLook >= 0) {
            nextLook = now + PAUSE;
            gone = request.isReadWholly() && request.isAbandoned();
        }
        return gone;
    }

    @Override
    public synchronized void changes() {
        changing = true;
        gone = false;
    }
}
