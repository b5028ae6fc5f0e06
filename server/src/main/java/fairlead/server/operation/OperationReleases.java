package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives back what is this node's in the database although it does not work on it, for any node to claim.
///
/// That comes of a commit whose outcome nobody was told: a request, or the node itself, may have made an operation this
/// node's or not. Those who know of an operation say so ([#doubt]). For those whom nobody knows, the operations of this
/// node are read now and then: what nobody works on twice in a row is given back. That is safe at any moment, since the
/// fence decides.
final class OperationReleases {

    private static final Logger LOG = LoggerFactory.getLogger(OperationReleases.class);

    /// Between two looks, and long enough for an operation that was just stored to be begun.
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /// A look takes no more than a hundredth of the time.
    private static final long SHARE = 100;

    private final OperationStore store = new OperationStore();
    private final Database database;
    private final String node;
    private final MonotonicTime elapsed;
    private final Queue<Owned> doubtful = new ConcurrentLinkedQueue<>();
    private final Map<OperationId, Integer> attended = new ConcurrentHashMap<>();
    private Map<OperationId, Long> suspects = Map.of();
    private long next;

    /// An operation that is a node's.
    record Owned(OperationId id, long fence) {}

    OperationReleases(Database database, String node, MonotonicTime elapsed) {
        this.database = database;
        this.node = node;
        this.elapsed = elapsed;
        next = elapsed.nanos() + PAUSE.toNanos();
    }

    /// Notes that it is unknown whether an operation is this node's, and that it does not work on it.
    void doubt(OperationId id, long fence) {
        doubtful.add(new Owned(id, fence));
    }

    /// From now on this node works on it, or has it waiting.
    void attend(OperationId id) {
        attended.merge(id, 1, Integer::sum);
    }

    /// Once for each [#attend].
    void leave(OperationId id) {
        attended.computeIfPresent(id, (_, times) -> times == 1 ? null : times - 1);
    }

    /// Called often, by one thread.
    void release() {
        for (Owned oldest = doubtful.peek(); oldest != null; oldest = doubtful.peek()) {
            giveBack(oldest);
            doubtful.poll();
        }
        if (elapsed.nanos() - next >= 0) {
            long begin = elapsed.nanos();
            look();
            long end = elapsed.nanos();
            next = end + Math.max(PAUSE.toNanos(), SHARE * (end - begin));
        }
    }

    private void look() {
        Map<OperationId, Long> unattended = new HashMap<>();
        for (Owned owned : database.read(transaction -> store.owned(transaction, node))) {
            if (!attended.containsKey(owned.id())) {
                unattended.put(owned.id(), owned.fence());
            }
        }
        Map<OperationId, Long> before = suspects;
        suspects = unattended;
        unattended.forEach((id, fence) -> {
            if (fence.equals(before.get(id))) {
                LOG.warn("operation {} is this node's, and nothing is done on it: given back", id);
                giveBack(new Owned(id, fence));
            }
        });
    }

    private void giveBack(Owned owned) {
        database.write(transaction -> store.release(transaction, owned.id(), node, owned.fence()));
    }
}
