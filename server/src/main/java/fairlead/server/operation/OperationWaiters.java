package fairlead.server.operation;

import fairlead.server.time.Deadlines;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The requests on this node that wait for the end of an operation.
final class OperationWaiters {

    /// How long a request may wait beyond its time if the operation does not end.
    private static final Duration LATE = Duration.ofMillis(50);

    private final Map<OperationId, Place> places = new ConcurrentHashMap<>();
    private final Deadlines deadlines = new Deadlines(LATE);
    private volatile boolean over;

    /// The place where requests wait for one operation. A request leaves it by closing it.
    final class Place implements AutoCloseable {

        private final OperationId id;
        private final CountDownLatch latch = new CountDownLatch(1);
        private volatile @Nullable Operation ended;
        private int waiting;

        private Place(OperationId id) {
            this.id = id;
        }

        /// The operation as it has ended; empty if it has not ended by then, or waiting was ended.
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

    /// A request enters before it reads whether the operation has ended, so that it misses no end.
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

    /// Releases all requests that wait, and lets none wait from now on.
    void end() {
        over = true;
        places.values().forEach(place -> place.latch.countDown());
    }

    boolean over() {
        return over;
    }

    /// The number of operations that requests wait for.
    int size() {
        return places.size();
    }
}
