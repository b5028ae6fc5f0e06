package fairlead.lambda;

import java.util.function.Consumer;
import java.util.function.Supplier;

/// Who listens to what providers print during a call, beside the log.
///
/// A listener is bound for the calls that are made within, on the same thread; whoever makes a call on a thread of
/// its own takes it along with [#carried].
public final class Printed {

    private static final ScopedValue<Consumer<String>> LISTENER = ScopedValue.newInstance();

    private Printed() {}

    /// Does work in which the listener hears every line, without the secrets of the request. A line may come a
    /// moment after the work is done, on another thread.
    public static <T> T heardBy(Consumer<String> listener, Supplier<T> work) {
        return ScopedValue.where(LISTENER, listener).call(work::get);
    }

    /// The work, for another thread on which the present listener hears it, too.
    public static Runnable carried(Runnable work) {
        return LISTENER.isBound() ? carried(LISTENER.get(), work) : work;
    }

    private static Runnable carried(Consumer<String> listener, Runnable work) {
        return () -> ScopedValue.where(LISTENER, listener).run(work);
    }

    /// The present listener.
    static Consumer<String> listener() {
        return LISTENER.orElse(_ -> {});
    }
}
