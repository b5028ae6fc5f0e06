package fairlead.server.access.audit;

import fairlead.server.access.AuditRow;
import fairlead.server.access.audit.AuditLogStore.Leaf;
import fairlead.server.access.audit.AuditLogStore.Stored;
import fairlead.server.access.audit.AuditLogStore.Tile;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Transaction;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.telemetry.Metrics;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts the leaves of new records into the tree and signs its head, about once a second while there is
/// something new.
///
/// One node of a database does it at a time, by a lease; what it writes is checked against what is there, so
/// that two that both believe to have the lease do no harm. Of the checkpoints of one minute the last one is
/// kept.
public final class Sealer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int MOST_AT_ONCE = 1000;

    private final AuditLogStore store = new AuditLogStore();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final AuditKeys keys;
    private final Clock clock;
    private final String node;
    private final SealedRows rows;
    private final List<Consumer<String>> followers = new ArrayList<>();
    private @Nullable NoteSigner signer;
    private AuditLogStore.@Nullable Log log;
    private volatile long sealedRecords;
    private volatile @Nullable Instant unsealedSince;
    private volatile @Nullable Thread worker;

    /// @param clock that all nodes share
    /// @param node names this one, and the log if it has no name yet
    public Sealer(Database database, AuditKeys keys, Clock clock, String node) {
        this.database = database;
        this.keys = keys;
        this.clock = clock;
        this.node = node;
        rows = new SealedRows(store, database);
    }

    /// Tells each new checkpoint there, by the thread that has made it. To be called before [#begin].
    public Sealer telling(Consumer<String> follower) {
        followers.add(follower);
        return this;
    }

    /// Shows how far it is.
    public Sealer measured(Metrics metrics) {
        metrics.gauge(
                "fairlead_audit_sealed_records", "Audit records in the newest signed checkpoint.", () -> sealedRecords);
        metrics.gauge(
                "fairlead_audit_seal_lag_seconds",
                "Age of the oldest audit record that is in no signed checkpoint yet.",
                () -> Optional.ofNullable(unsealedSince)
                        .map(since -> Math.max(
                                0, Duration.between(since, clock.instant()).toSeconds()))
                        .orElse(0L));
        return this;
    }

    /// Begins, on a thread of its own.
    public Sealer begin() {
        worker = Thread.ofVirtual().name("audit-sealer").start(FailStop.essential(this::work));
        return this;
    }

    private void work() {
        try {
            while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                sealQuietly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sealQuietly() {
        try {
            sealAll();
        } catch (DatabaseException away) {
            LOG.warn("the audit trail can't be sealed at the moment: {}", away.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("the audit trail can't be sealed", bug);
        }
    }

    /// Seals all that is there and sure, on the calling thread; how many records it has sealed.
    public int sealAll() {
        long upTo = rows.sure();
        int all = 0;
        int sealed;
        do {
            sealed = seal(upTo);
            all += sealed;
        } while (sealed == MOST_AT_ONCE);
        long last = database.read(store::newestCheckpoint).map(Stored::lastSeq).orElse(0L);
        unsealedSince = database.read(transaction -> store.oldestBehind(transaction, last))
                .orElse(null);
        return all;
    }

    private int seal(long upTo) {
        Optional<Stored> before = database.read(store::newestCheckpoint);
        long after = before.map(Stored::lastSeq).orElse(0L);
        sealedRecords = before.map(Stored::size).orElse(0L);
        if (upTo <= after || isTakenByAnother()) {
            return 0;
        }
        List<Leaf> leaves = database.read(transaction -> store.leaves(transaction, after, upTo, MOST_AT_ONCE));
        if (leaves.isEmpty()) {
            return 0;
        }
        return seal(before, leaves) ? leaves.size() : 0;
    }

    /// A file has one process.
    private boolean isTakenByAnother() {
        return database.dialect() != Dialect.SQLITE
                && database.read(transaction -> store.isTakenByAnother(transaction, node, clock.instant()));
    }

    private boolean take(Transaction transaction, Instant now) {
        return database.dialect() == Dialect.SQLITE || store.take(transaction, node, now);
    }

    private boolean seal(Optional<Stored> before, List<Leaf> leaves) {
        long size = before.map(Stored::size).orElse(0L);
        String origin = log().origin();
        Growth growth = new Growth(size);
        leaves.forEach(leaf -> growth.add(leaf.seq(), hash(leaf)));
        Checkpoint head = new Checkpoint(origin, growth.size(), growth.root());
        Instant now = clock.instant();
        Stored next = new Stored(
                growth.size(), leaves.getLast().seq(), now, signer(origin).sign(head.text()));
        boolean done = database.write(transaction -> {
            long present = store.newestCheckpoint(transaction).map(Stored::size).orElse(0L);
            if (!take(transaction, now) || present != size) {
                return false;
            }
            growth.tiles()
                    .forEach((place, tile) -> store.put(
                            transaction, place.level(), place.tile(), tile.content(), tile.firstSeq, tile.lastSeq));
            store.remove(transaction, size, now.truncatedTo(ChronoUnit.MINUTES));
            store.put(transaction, next);
            return true;
        });
        if (done) {
            sealedRecords = next.size();
            followers.forEach(follower -> follower.accept(next.note()));
        }
        return done;
    }

    /// What was written by an earlier version has brought none.
    private byte[] hash(Leaf leaf) {
        return leaf.hash()
                .orElseGet(() -> database.read(transaction -> store.row(transaction, leaf.seq()))
                        .map(AuditRow::leaf)
                        .orElseThrow());
    }

    private AuditLogStore.Log log() {
        AuditLogStore.Log known = log;
        if (known == null) {
            known = database.read(store::log)
                    .orElseGet(() -> database.write(transaction -> store.begin(transaction, "fairlead/audit/" + node)));
            log = known;
        }
        return known;
    }

    private NoteSigner signer(String origin) {
        NoteSigner known = signer;
        if (known == null) {
            known = keys.signer(origin);
            signer = known;
        }
        return known;
    }

    private record Place(int level, long tile) {}

    /// A tile that changes.
    private static final class Growing {

        private final ByteArrayOutputStream hashes = new ByteArrayOutputStream(MerkleTree.WIDTH * AuditRow.HASH);
        private final ByteArrayOutputStream numbers = new ByteArrayOutputStream(MerkleTree.WIDTH * Long.BYTES);
        private long firstSeq;
        private long lastSeq;

        static Growing from(Tile tile) {
            Growing grown = new Growing();
            grown.hashes.writeBytes(tile.hashes());
            grown.numbers.writeBytes(tile.numbers());
            return grown;
        }

        Tile content() {
            return new Tile(hashes.toByteArray(), numbers.toByteArray());
        }
    }

    /// The tree on its way from one size to the next: the tiles that change.
    private final class Growth {

        private final Map<Place, Growing> changed = new HashMap<>();
        private long size;

        Growth(long size) {
            this.size = size;
        }

        long size() {
            return size;
        }

        Map<Place, Growing> tiles() {
            return changed;
        }

        byte[] root() {
            return new MerkleTree(
                            (level, tile) -> at(new Place(level, tile)).hashes.toByteArray())
                    .root(size);
        }

        void add(long seq, byte[] leaf) {
            byte[] hash = leaf;
            long index = size;
            for (int level = 0; ; level++) {
                Growing tile = append(new Place(level, index / MerkleTree.WIDTH), hash, level == 0 ? seq : 0);
                if (index % MerkleTree.WIDTH != MerkleTree.WIDTH - 1) {
                    break;
                }
                hash = MerkleTree.rootOf(tile.hashes.toByteArray(), 0, MerkleTree.WIDTH);
                index /= MerkleTree.WIDTH;
            }
            size++;
        }

        private Growing append(Place place, byte[] hash, long seq) {
            Growing tile = changed.computeIfAbsent(place, this::stored);
            if (tile.hashes.size() == 0) {
                tile.firstSeq = seq;
            }
            tile.lastSeq = seq;
            tile.hashes.writeBytes(hash);
            if (place.level() == 0) {
                tile.numbers.writeBytes(
                        ByteBuffer.allocate(Long.BYTES).putLong(seq).array());
            }
            return tile;
        }

        private Growing at(Place place) {
            Growing present = changed.get(place);
            return present == null ? stored(place) : present;
        }

        /// As it is by now; empty if it begins.
        private Growing stored(Place place) {
            return database.read(transaction -> store.tile(transaction, place.level(), place.tile()))
                    .map(Growing::from)
                    .orElseGet(Growing::new);
        }
    }

    /// Seals what is left, and lets another node go on.
    @Override
    public void close() {
        stopped.countDown();
        Thread working = worker;
        try {
            if (working == null || working.join(GRACE)) {
                sealQuietly();
                database.write(transaction -> {
                    store.release(transaction, node);
                    return node;
                });
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (DatabaseException away) {
            LOG.debug("the lease on the audit trail ends by itself", away);
        }
    }
}
