package fairlead.server.access.audit;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.health.failstop.FailStop;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Removes records that are older than they have to be, a tile of the log at a time and in order: a tile with a record
/// that has to be kept, for its subscription or a [hold][Holds], keeps what comes behind it, too. Leaves and
/// checkpoints stay, so that what is left can
/// be verified; and that something was removed is recorded.
public final class Retention implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Caller SERVER =
            new Caller(new Principal("fairlead", "Application"), "retention", "retention", Optional.empty(), "");

    private final AuditLogStore store = new AuditLogStore();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;
    private final Duration kept;
    private final Map<String, Duration> longer;
    private volatile @Nullable Thread worker;

    /// @param kept for how long records are kept
    /// @param longer for how long those of some subscriptions are kept, which is longer
    public Retention(Database database, AuditTrail audit, Clock clock, Duration kept, Map<String, Duration> longer) {
        this.longer = Map.copyOf(longer);
        this.database = database;
        this.audit = audit;
        this.clock = clock;
        this.kept = kept;
    }

    /// Begins to look once an hour, on a thread of its own.
    public Retention begin() {
        worker = Thread.ofVirtual().name("audit-retention").start(FailStop.essential(this::work));
        return this;
    }

    private void work() {
        try {
            while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    prune();
                } catch (DatabaseException away) {
                    LOG.warn("old audit records can't be removed at the moment: {}", away.getMessage());
                } catch (RuntimeException bug) {
                    LOG.error("old audit records can't be removed", bug);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Removes the records of all tiles that are wholly older; how many tiles that were.
    public int prune() {
        Instant now = clock.instant();
        int tiles = 0;
        while (database.write(transaction -> prune(transaction, now))) {
            tiles++;
        }
        if (tiles > 0) {
            long pruned =
                    database.read(store::log).map(AuditLogStore.Log::pruned).orElse(0L);
            ObjectNode parameters = JsonNodeFactory.instance
                    .objectNode()
                    .put("olderThan", now.minus(kept).toString())
                    .put("leaves", pruned);
            Erasure.record(database, audit, clock, SERVER, "PruneAudit", parameters);
        }
        return tiles;
    }

    private boolean prune(Transaction transaction, Instant now) {
        Optional<AuditLogStore.Log> log = store.log(transaction);
        if (log.isEmpty()) {
            return false;
        }
        long tile = log.get().pruned() / MerkleTree.WIDTH;
        long[] numbers = store.tile(transaction, 0, tile)
                .map(content -> DatabaseSource.numbers(content.numbers()))
                .orElse(new long[0]);
        boolean due = numbers.length == MerkleTree.WIDTH
                && isPast(transaction, now, numbers[0], numbers[numbers.length - 1])
                && !Holds.isAnyHeld(transaction, numbers[0], numbers[numbers.length - 1]);
        if (due) {
            store.removeRows(transaction, numbers[numbers.length - 1]);
            store.pruned(transaction, (tile + 1) * MerkleTree.WIDTH);
        }
        return due;
    }

    private boolean isPast(Transaction transaction, Instant now, long first, long last) {
        return store.youngest(transaction, first, last).entrySet().stream()
                .allMatch(youngest ->
                        youngest.getValue().isBefore(now.minus(longer.getOrDefault(youngest.getKey(), kept))));
    }

    @Override
    public void close() {
        stopped.countDown();
        Thread working = worker;
        try {
            if (working != null && !working.join(GRACE)) {
                LOG.debug("old audit records are still being removed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
