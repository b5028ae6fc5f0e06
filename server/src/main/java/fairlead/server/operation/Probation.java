package fairlead.server.operation;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The one operation of this node that is tried alone, since processes have ended in its present step before.
///
/// Operations that were under way when another one ended the process look like that one. Tried one at a time, they
/// pass their step, and only the one that ends processes is interrupted again. An operation counts as passed as soon
/// as the result of a step is stored, or it is no longer carried here.
final class Probation {

    private final AtomicReference<@Nullable OperationId> present = new AtomicReference<>();
    private final Runnable whenPassed;

    /// @param whenPassed called when the next one can be tried
    Probation(Runnable whenPassed) {
        this.whenPassed = whenPassed;
    }

    boolean isFree() {
        return present.get() == null;
    }

    /// Called by the one thread that claims.
    void begin(OperationId id) {
        present.set(id);
    }

    /// Nothing happens if another operation is tried, or none.
    void passed(OperationId id) {
        OperationId tried = present.get();
        if (id.equals(tried) && present.compareAndSet(tried, null)) {
            whenPassed.run();
        }
    }
}
