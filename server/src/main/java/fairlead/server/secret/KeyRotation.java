package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Transaction;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.secret.KeyRecords.Known;
import fairlead.server.secret.KeyRecords.Node;
import fairlead.server.secret.KeyRecords.Rotation;
import fairlead.server.secret.SealedColumns.Page;
import fairlead.server.secret.SealedColumns.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rotates the sealing key while servers run: a key is added, becomes the one that seals, all rows are sealed anew with
/// it, and the earlier keys are dropped once nothing is sealed with them.
///
/// How far that is stands in the database, so it goes on after a crash, on whatever node. One node works at it, by a
/// lease; all follow, and tell which keys they have. No step is taken before all nodes that are alive can do with it.
public final class KeyRotation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeyRotation.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration FOLLOWED = Duration.ofSeconds(5);
    private static final Duration BETWEEN_PAGES = Duration.ofMillis(100);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LEASE = Duration.ofSeconds(30);

    /// A node of which nothing was heard for so long is not waited for. It looks before it seals again.
    private static final Duration ALIVE = KeyRing.STALE;

    private static final Duration REMEMBERED = Duration.ofDays(1);

    /// How long a request may have something in memory that was sealed before.
    static final Duration REQUESTS_END = Duration.ofMinutes(2);

    private static final int AT_ONCE = 100;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Object wake = new Object();
    private final KeyRing keys;
    private final KeyRecords records;
    private final SealedColumns columns;
    private final Database database;
    private final Clock clock;
    private final String node;
    private final Recording recording;
    private Place place = Place.BEGIN;
    private long resealedInPass;
    private volatile @Nullable Thread worker;

    /// Writes into the audit trail, in the transaction that does it, which keys were made or dropped.
    @FunctionalInterface
    public interface Recording {
        void told(Transaction transaction, List<String> fingerprints);
    }

    /// @param clock that all nodes share
    /// @param node names this one
    public KeyRotation(KeyRing keys, Vault vault, Clock clock, String node, Recording recording) {
        this.keys = keys;
        records = keys.records();
        database = records.database();
        columns = new SealedColumns(database, vault, keys);
        this.clock = clock;
        this.node = node;
        this.recording = recording;
    }

    /// What came of the wish for another key.
    public sealed interface Begun {

        /// The key of this fingerprint is the next one.
        record Started(String fingerprint) implements Begun {}

        /// A rotation is under way already.
        record UnderWay(String fingerprint, Phase phase) implements Begun {}

        /// The server can't put a key where the keyset is, and there is no new one yet: how one gets there.
        record Refused(String why) implements Begun {}
    }

    /// Begins to follow, on a thread of its own.
    public KeyRotation begin() {
        if (database.dialect() == Dialect.POSTGRESQL) {
            keys.beFollowed();
        }
        worker = Thread.ofVirtual().name("seal-rotation").start(FailStop.essential(this::work));
        return this;
    }

    private void work() {
        Duration pause = Duration.ZERO;
        try {
            while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = stepQuietly();
                if (pause.equals(FOLLOWED)) {
                    synchronized (wake) {
                        wake.wait(FOLLOWED.toMillis());
                    }
                    pause = Duration.ZERO;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration stepQuietly() {
        try {
            return step();
        } catch (DatabaseException | SealKeyException away) {
            LOG.warn("the rotation of the sealing key can't go on at the moment: {}", away.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("the rotation of the sealing key can't go on", bug);
        }
        return FOLLOWED;
    }

    // -- beginning ------------------------------------------------------------------------------------------

    /// Has another key made and sealed with. A new key that is in the source already is that one, whether an earlier
    /// wish was interrupted, or the operator has put it there.
    ///
    /// @param recording writes down who wishes it, in the transaction that begins it
    public synchronized Begun rotate(Recording recording) {
        Optional<Rotation> present = records.rotation().filter(KeyRotation::isUnderWay);
        if (present.isPresent()) {
            return new Begun.UnderWay(present.get().fingerprint(), present.get().phase());
        }
        Keyset source;
        try {
            source = inSource();
        } catch (SealKeyException unreadable) {
            return new Begun.Refused(String.valueOf(unreadable.getMessage()));
        }
        Optional<String> there = unrecorded(source);
        Optional<String> byHand = keys.source().changedBy();
        if (there.isEmpty() && byHand.isPresent()) {
            return new Begun.Refused(byHand.get());
        }
        Keyset next = there.isPresent() ? source : source.withFreshKey();
        String fingerprint = there.orElseGet(() -> unrecorded(next).orElseThrow());
        boolean begun = database.write(transaction -> {
            if (records.rotation(transaction).filter(KeyRotation::isUnderWay).isPresent()) {
                return false;
            }
            records.begin(transaction, fingerprint, clock.instant(), node, LEASE);
            recording.told(transaction, List.of(fingerprint));
            return true;
        });
        if (!begun) {
            return rotate(recording);
        }
        if (there.isEmpty()) {
            keys.source().replace(next.json());
        }
        added(records.rotation().orElseThrow());
        wakeUp();
        return new Begun.Started(fingerprint);
    }

    private static boolean isUnderWay(Rotation rotation) {
        return rotation.phase() != Phase.DONE;
    }

    private Keyset inSource() {
        KeySource source = keys.source();
        String json = source.read()
                .orElseThrow(() ->
                        new SealKeyException(source.name() + " is not there any more: put it back, and ask again"));
        try {
            return Keyset.parse(json);
        } catch (IllegalArgumentException wrong) {
            throw new SealKeyException(source.name() + " is damaged: " + wrong.getMessage() + source.remedy(), wrong);
        }
    }

    /// A key that has sealed nothing yet.
    private Optional<String> unrecorded(Keyset keyset) {
        List<String> known = records.all().stream().map(Known::fingerprint).toList();
        return keyset.fingerprints().values().stream()
                .filter(fingerprint -> !known.contains(fingerprint))
                .sorted()
                .findFirst();
    }

    private void wakeUp() {
        synchronized (wake) {
            wake.notifyAll();
        }
    }

    // -- the steps ------------------------------------------------------------------------------------------

    /// Follows, and does the next step if there is one: how long to wait then.
    public synchronized Duration step() {
        keys.follow();
        Optional<Rotation> rotation = records.rotation().filter(KeyRotation::isUnderWay);
        tell(rotation.isPresent());
        if (rotation.isEmpty()) {
            return FOLLOWED;
        }
        Instant now = clock.instant();
        if (!records.lease(node, now, LEASE)) {
            return PAUSE;
        }
        Rotation state = rotation.get();
        return switch (state.phase()) {
            case ADDING -> continuedAdding(state);
            case ADDED -> afterAll(state, nodeHas(state), Phase.SWITCHED);
            case SWITCHED -> switched(state);
            case RESEALING -> reseal(state);
            case DRAINING -> drain(state);
            case DROPPING -> drop(state);
            case DONE -> FOLLOWED;
        };
    }

    /// Where there is one node, no other one asks for it, unless a rotation is under way.
    private void tell(boolean underWay) {
        if (underWay || database.dialect() == Dialect.POSTGRESQL) {
            Instant now = clock.instant();
            records.seen(node, keys.fingerprints(), keys.primary(), now, now.minus(REMEMBERED));
        }
    }

    /// Who had begun it is gone: the key has reached the source, or nothing was begun.
    private Duration continuedAdding(Rotation state) {
        if (inSource().idOf(state.fingerprint()).isPresent()) {
            added(state);
        } else {
            LOG.warn(
                    "the sealing key {} has not reached {}: ask for a rotation again",
                    state.fingerprint(),
                    keys.source().name());
            database.write(transaction -> {
                records.forget(transaction);
                return state;
            });
        }
        return Duration.ZERO;
    }

    /// From here on a node has to have it.
    private void added(Rotation state) {
        Keyset source = inSource();
        long keyId = source.idOf(state.fingerprint()).orElseThrow();
        database.write(transaction -> {
            Instant now = clock.instant();
            long number = records.all(transaction).size() + 1L;
            if (records.advance(transaction, state, Phase.ADDED, now)
                    && !records.record(transaction, number, state.fingerprint(), keyId, now)) {
                throw new DatabaseException(
                        DatabaseException.Kind.SERIALIZATION, "another node has recorded a key at the same moment");
            }
            return state;
        });
    }

    private boolean nodeHas(Rotation state) {
        return alive().stream().allMatch(one -> one.fingerprints().contains(state.fingerprint()));
    }

    private List<Node> alive() {
        Instant since = clock.instant().minus(ALIVE);
        return records.nodes().stream()
                .filter(one -> one.seenAt().isAfter(since))
                .toList();
    }

    private Duration afterAll(Rotation state, boolean ready, Phase next) {
        if (ready) {
            advance(state, next);
            return Duration.ZERO;
        }
        return PAUSE;
    }

    private void advance(Rotation state, Phase next) {
        boolean first = database.write(transaction -> records.advance(transaction, state, next, clock.instant()));
        if (first) {
            LOG.info("rotation of the sealing key: {}", next.words());
        }
    }

    /// The source says the same, so that a server that starts seals with it from the first moment on.
    private Duration switched(Rotation state) {
        boolean all = alive().stream().allMatch(one -> one.primary().equals(state.fingerprint()));
        if (all && keys.source().changedBy().isEmpty()) {
            Keyset source = inSource();
            long keyId = source.idOf(state.fingerprint()).orElseThrow(() -> lost(state));
            if (source.primary() != keyId) {
                keys.source().replace(source.sealing(keyId).json());
            }
        }
        place = Place.BEGIN;
        resealedInPass = 0;
        return afterAll(state, all, Phase.RESEALING);
    }

    private SealKeyException lost(Rotation state) {
        return new SealKeyException(keys.source().name() + " has the key of the fingerprint " + state.fingerprint()
                + " no more: put it back");
    }

    private Duration reseal(Rotation state) {
        if (!page()) {
            return BETWEEN_PAGES;
        }
        if (resealedInPass == 0) {
            advance(state, Phase.DRAINING);
        }
        resealedInPass = 0;
        return Duration.ZERO;
    }

    /// True at the end of a pass through all of it.
    private boolean page() {
        Page page = columns.reseal(place, AT_ONCE);
        if (page.resealed() > 0) {
            database.write(transaction -> {
                records.resealed(transaction, page.resealed());
                return page;
            });
        }
        resealedInPass += page.resealed();
        place = page.next().isEnd() ? Place.BEGIN : page.next();
        return page.next().isEnd();
    }

    /// What was under way when nothing was left to reseal may have written something since that it had read before.
    private Duration drain(Rotation state) {
        boolean waited = !clock.instant().isBefore(state.phaseAt().plus(REQUESTS_END));
        if (!waited || records.underWay(state.phaseAt()) > 0) {
            return PAUSE;
        }
        if (left() > 0) {
            while (!page()) {
                if (stopped.getCount() == 0) {
                    return PAUSE;
                }
            }
            return left() > 0 ? FOLLOWED : Duration.ZERO;
        }
        List<String> earlier = records.needed().stream()
                .map(Known::fingerprint)
                .filter(fingerprint -> !fingerprint.equals(state.fingerprint()))
                .toList();
        Instant now = clock.instant();
        database.write(transaction -> {
            if (records.advance(transaction, state, Phase.DROPPING, now)) {
                records.drop(transaction, earlier, now);
                recording.told(transaction, earlier);
            }
            return state;
        });
        return Duration.ZERO;
    }

    /// How many values are sealed with another key than the primary one.
    private long left() {
        long primary = SealedBegin.keyId(keys.primaryBegin());
        return columns.count().entrySet().stream()
                .filter(entry -> entry.getKey() != primary)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private Duration drop(Rotation state) {
        if (keys.source().changedBy().isEmpty()) {
            Keyset source = inSource();
            long keyId = source.idOf(state.fingerprint()).orElseThrow(() -> lost(state));
            List<String> gone = records.all().stream()
                    .filter(known -> known.droppedAt().isPresent())
                    .map(Known::fingerprint)
                    .toList();
            Keyset left = source.sealing(keyId).without(gone);
            if (!left.equals(source)) {
                keys.source().replace(left.json());
            }
        }
        advance(state, Phase.DONE);
        return Duration.ZERO;
    }

    // -- what there is to tell ------------------------------------------------------------------------------

    /// A key of the database.
    ///
    /// @param primary whether it seals
    /// @param values how many are sealed with it
    /// @param inSource whether the source has it
    public record KeyState(
            String fingerprint,
            Instant since,
            boolean primary,
            long values,
            boolean inSource,
            Optional<Instant> droppedAt) {}

    /// How it is.
    ///
    /// @param source where the keyset is kept, in words
    /// @param phase empty if there was no rotation yet
    /// @param operations how many are waited for
    /// @param waitsFor the nodes that are waited for
    public record Status(
            String source,
            List<KeyState> keys,
            Optional<Phase> phase,
            Optional<Instant> beganAt,
            long resealed,
            long operations,
            List<String> waitsFor) {}

    /// Counts all that is sealed.
    public Status status() {
        keys.readAgain();
        Optional<Rotation> rotation = records.rotation();
        Map<Long, Long> counts = columns.count();
        List<KeyState> states = new ArrayList<>();
        for (Known known : records.all()) {
            states.add(new KeyState(
                    known.fingerprint(),
                    known.since(),
                    known.fingerprint().equals(keys.primary()),
                    known.keyId().map(id -> counts.getOrDefault(id, 0L)).orElse(0L),
                    keys.fingerprints().contains(known.fingerprint()),
                    known.droppedAt()));
        }
        long operations = rotation.filter(state -> state.phase() == Phase.DRAINING)
                .map(state -> records.underWay(state.phaseAt()))
                .orElse(0L);
        return new Status(
                keys.source().name(),
                states,
                rotation.map(Rotation::phase),
                rotation.map(Rotation::beganAt),
                rotation.map(Rotation::resealed).orElse(0L),
                operations,
                rotation.map(this::waitsFor).orElse(List.of()));
    }

    private List<String> waitsFor(Rotation state) {
        return alive().stream()
                .filter(one -> switch (state.phase()) {
                    case ADDED -> !one.fingerprints().contains(state.fingerprint());
                    case SWITCHED -> !one.primary().equals(state.fingerprint());
                    case ADDING, RESEALING, DRAINING, DROPPING, DONE -> false;
                })
                .map(Node::name)
                .toList();
    }

    /// Stops; another node, or the next start, goes on.
    @Override
    public void close() {
        stopped.countDown();
        wakeUp();
        Thread working = worker;
        try {
            if (working != null && !working.join(GRACE)) {
                LOG.debug("rows are still being resealed");
            }
            records.gone(node);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (DatabaseException away) {
            LOG.debug("the database does not learn that this node ends: {}", away.getMessage());
        }
    }
}
