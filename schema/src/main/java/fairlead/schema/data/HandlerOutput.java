package fairlead.schema.data;

import java.util.function.Consumer;
import java.util.function.Supplier;

/// Where the lines go that a handler prints during a call, beside the log, and which values are taken out of them.
///
/// Both are bound for the calls that are made within, on the same thread. A caller that makes a call on another thread
/// takes them along with [#carried].
public final class HandlerOutput {

    private static final ScopedValue<Consumer<String>> LISTENER = ScopedValue.newInstance();

    private static final ScopedValue<Supplier<Redaction>> HIDDEN = ScopedValue.newInstance();

    private HandlerOutput() {}

    /// Does work in which the listener hears every line, without the secrets of the request. A line may come a
    /// moment after the work is done, on another thread.
    public static <T> T heardBy(Consumer<String> listener, Supplier<T> work) {
        return ScopedValue.where(LISTENER, listener).call(work::get);
    }

    /// Does work in which some values are taken out of the lines, beside the secrets of a request.
    ///
    /// @param hidden asked for when there is a line
    public static <T> T without(Supplier<Redaction> hidden, Supplier<T> work) {
        return ScopedValue.where(HIDDEN, hidden).call(work::get);
    }

    /// The work, for another thread on which the present listener hears it, too.
    public static Runnable carried(Runnable work) {
        return carried(LISTENER, carried(HIDDEN, work));
    }

    private static <T> Runnable carried(ScopedValue<T> bound, Runnable work) {
        if (!bound.isBound()) {
            return work;
        }
        T present = bound.get();
        return () -> ScopedValue.where(bound, present).run(work);
    }

    /// What is taken out of the lines of the present call, beside the secrets of its request.
    public static Redaction hidden() {
        return HIDDEN.orElse(() -> Redaction.NONE).get();
    }

    /// The present listener; one that does nothing if there is none.
    public static Consumer<String> listener() {
        return LISTENER.orElse(_ -> {});
    }
}
