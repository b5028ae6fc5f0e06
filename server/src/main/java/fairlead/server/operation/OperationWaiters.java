package fairlead.server.operation;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The requests on this node that wait for the end of an operation.
final class OperationWaiters {

    /// By how much those who wait in vain may be kept too long.
    private static final Duration LATE = Duration.ofMillis(50);

    private final Map<OperationId, Place> places = new ConcurrentHashMap<>();
    private final Deadlines deadlines = new Deadlines(LATE);
    private volatile boolean over;

    /// Where requests wait for one operation; left by closing it.
    final class Place implements AutoCloseable {

        private final OperationId id;
        private final CountDownLatch latch = new CountDownLatch(1);
        private volatile @Nullable Operation ended;
        private int waiting;

        private Place(OperationId id) {
            this.id = id;
        }

        /// The operation as it has ended; empty if it has not by then, or nobody waits any longer.
        Optional<Operation> await(Duration patience) {
            if (over || !deadlines.within(patience, this::await)) {
                return Optional.empty();
            }
            return Optional.ofNullable(ended);
        }

        private void await() {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            places.computeIfPresent(id, (_, place) -> --place.waiting == 0 ? null : place);
        }
    }

    /// To be entered before it is looked whether the operation has ended, so that no end is missed.
    Place enter(OperationId id) {
        return places.compute(id, (_, present) -> {
            Place place = present == null ? new Place(id) : present;
            place.waiting++;
            return place;
        });
    }

    /// Says that an operation has ended.
    void ended(Operation operation) {
        Place place = places.get(operation.id());
        if (place != null) {
            place.ended = operation;
            place.latch.countDown();
        }
    }

    /// Lets everybody go, and nobody wait any more.
    void end() {
        over = true;
        places.values().forEach(place -> place.latch.countDown());
    }

    boolean over() {
        return over;
    }

    /// How many operations are waited for.
    int size() {
        return places.size();
    }
}
