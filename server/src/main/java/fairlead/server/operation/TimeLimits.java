package fairlead.server.operation;

import fairlead.server.time.Clocks;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How much of their time limits operations have used up, as this process experiences it.
///
/// What was used up before this process met an operation is stored with it, as a duration: by which clocks it was
/// measured does not matter then. From then on elapsed time counts. Called by many threads at once.
final class TimeLimits {

    private static final int MOST_REMEMBERED = 100_000;
    private static final long LONG = Duration.ofDays(7).toNanos();

    /// When each of them would have begun, by elapsed time.
    private final Map<OperationId, Long> begins = new ConcurrentHashMap<>();

    private final Clocks clocks;

    TimeLimits(Clocks clocks) {
        this.clocks = clocks;
    }

    Duration used(Operation operation) {
        long now = clocks.elapsed().nanos();
        Long begin = begins.get(operation.id());
        if (begin == null) {
            if (begins.size() >= MOST_REMEMBERED) {
                begins.values().removeIf(other -> now - other > LONG);
            }
            begin = now - before(operation).toNanos();
            begins.put(operation.id(), begin);
        }
        return Duration.ofNanos(now - begin);
    }

    /// What other processes have used up. Earlier versions stored no duration: the wall clock says it then.
    private Duration before(Operation operation) {
        return operation.execution().used().orElseGet(() -> {
            Duration age = Duration.between(operation.createdAt(), clocks.wall().instant());
            Duration limit = operation.limit();
            return age.isNegative() ? Duration.ZERO : age.compareTo(limit) > 0 ? limit : age;
        });
    }

    /// Zero or negative once it is over.
    Duration left(Operation operation) {
        return operation.limit().minus(used(operation));
    }

    boolean isOver(Operation operation) {
        Duration left = left(operation);
        return left.isZero() || left.isNegative();
    }

    void forget(OperationId id) {
        begins.remove(id);
    }
}
