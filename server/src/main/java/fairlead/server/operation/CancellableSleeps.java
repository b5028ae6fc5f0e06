package fairlead.server.operation;

import fairlead.server.time.Waits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// The sleeps of threads on this node. A cancellation ends those of its operation early; a stop of the node ends
/// all.
final class CancellableSleeps {

    private final Waits waits;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Map<OperationId, CountDownLatch> sleeping = new ConcurrentHashMap<>();
    private final Map<OperationId, Boolean> canceling = new ConcurrentHashMap<>();
    private final Set<OperationId> called = ConcurrentHashMap.newKeySet();
    private final Map<OperationId, OperationId> followers = new ConcurrentHashMap<>();

    CancellableSleeps(Waits waits) {
        this.waits = waits;
    }

    /// Sleeps for that time or until the operation is to be cancelled; false if the node is stopping.
    boolean sleep(OperationId id, Duration pause) {
        if (pause.isZero() || pause.isNegative()) {
            return stopped.getCount() > 0;
        }
        CountDownLatch woken = new CountDownLatch(1);
        sleeping.put(id, woken);
        try {
            if (stopped.getCount() > 0 && !canceling.containsKey(id) && !called.remove(id)) {
                boolean early = waits.await(woken, pause);
                return !early || stopped.getCount() > 0;
            }
            return stopped.getCount() > 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            sleeping.remove(id);
            called.remove(id);
        }
    }

    /// Ends the sleep of an operation, or its next one, if it is awake.
    void wake(OperationId id) {
        called.add(id);
        CountDownLatch woken = sleeping.get(id);
        if (woken != null) {
            woken.countDown();
        }
    }

    /// Has an operation woken when another one ends.
    void follow(OperationId ahead, OperationId follower) {
        followers.put(ahead, follower);
    }

    void unfollow(OperationId ahead) {
        followers.remove(ahead);
    }

    /// Wakes none for an operation that this node does not carry on any more, nor that one itself.
    void stopFollowing(OperationId follower) {
        followers.values().removeIf(follower::equals);
        called.remove(follower);
    }

    /// Wakes the operation that follows one that has ended, and forgets that one.
    ///
    /// @return the one that follows, if no thread of this node sleeps for it
    Optional<OperationId> ended(OperationId ahead) {
        OperationId follower = followers.remove(ahead);
        called.remove(ahead);
        if (follower == null) {
            return Optional.empty();
        }
        wake(follower);
        return sleeping.containsKey(follower) ? Optional.empty() : Optional.of(follower);
    }

    /// The operation, if it was woken and has not slept since; that it was is forgotten.
    Optional<OperationId> called(OperationId id) {
        return called.remove(id) ? Optional.of(id) : Optional.empty();
    }

    /// Waits a moment, even if an operation is cancelled; false if the node is stopping.
    boolean wait(Duration pause) {
        try {
            return !waits.await(stopped, pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void cancel(OperationId id) {
        CountDownLatch woken = sleeping.get(id);
        if (woken != null) {
            canceling.put(id, true);
            woken.countDown();
        }
    }

    boolean cancelRequested(OperationId id) {
        return canceling.remove(id) != null;
    }

    void stop() {
        stopped.countDown();
        sleeping.values().forEach(CountDownLatch::countDown);
    }

    boolean stopping() {
        return stopped.getCount() == 0;
    }
}
