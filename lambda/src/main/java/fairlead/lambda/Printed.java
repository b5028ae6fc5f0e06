package fairlead.lambda;

import fairlead.schema.data.Redaction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Who listens to what providers print during a call, beside the log, and what nobody is to hear.
///
/// Both are bound for the calls that are made within, on the same thread; whoever makes a call on a thread of its own
/// takes them along with [#carried].
public final class Printed {

    private static final ScopedValue<Consumer<String>> LISTENER = ScopedValue.newInstance();

    private static final ScopedValue<Supplier<Redaction>> HIDDEN = ScopedValue.newInstance();

    private Printed() {}

    /// Does work in which the listener hears every line, without the secrets of the request. A line may come a
    /// moment after the work is done, on another thread.
    public static <T> T heardBy(Consumer<String> listener, Supplier<T> work) {
        return ScopedValue.where(LISTENER, listener).call(work::get);
    }

    /// Does work in which some values are not to be told, beside the secrets of a request.
    ///
    /// @param hidden asked for when there is something to tell
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

    /// What nobody is to hear of the present call.
    public static Redaction hidden() {
        return HIDDEN.orElse(() -> Redaction.NONE).get();
    }

    /// The present listener.
    static Consumer<String> listener() {
        return LISTENER.orElse(_ -> {});
    }
}
