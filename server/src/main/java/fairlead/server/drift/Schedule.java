package fairlead.server.drift;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.drift.RoundStore.Candidate;
import fairlead.server.drift.RoundStore.Stretch;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks all resources for drift, round after round: one stretch of them at a time, a few resources at once.
///
/// The nodes of a database share one round: each takes the next stretch, and the others redo the stretch of a
/// node that dies. After a restart the round goes on at its position. A resource that was checked since the
/// interval began is not checked again.
///
/// In between, it has orphans deleted that replacements have left behind.
public final class Schedule implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);
    private static final Principal PRINCIPAL = new Principal("drift schedule", "Application");
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration BETWEEN_STRETCHES = Duration.ofMillis(500);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int LENGTH = 50;
    private static final int MOST_AT_ONCE = 8;

    private final RoundStore store = new RoundStore();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final Types types;
    private final Resources resources;
    private final Drifts drifts;
    private final OrphanCleanup orphans;
    private final Settings settings;
    private final Clock clock;
    private volatile @Nullable Thread walker;

    /// @param interval of resources whose type says nothing else; zero for never
    /// @param chance spreads what nodes do, so that they do not do it together
    public record Settings(Duration interval, RandomGenerator chance) {}

    public Schedule(
            Database database,
            Types types,
            Resources resources,
            Drifts drifts,
            OrphanCleanup orphans,
            Settings settings,
            Clock clock) {
        this.database = database;
        this.types = types;
        this.resources = resources;
        this.drifts = drifts;
        this.orphans = orphans;
        this.settings = settings;
        this.clock = clock;
    }

    /// Begins to walk on a thread of its own.
    public void begin() {
        walker = Thread.ofVirtual().name("drift").start(FailStop.essential(this::walk));
    }

    private void walk() {
        Duration pause = BETWEEN_ROUNDS;
        while (pauses(pause)) {
            try {
                boolean more = walkOn();
                pause = more ? BETWEEN_STRETCHES : BETWEEN_ROUNDS;
                if (!more) {
                    orphans.deleteDue();
                }
            } catch (DatabaseException failure) {
                LOG.warn("can't look for drift: {}", failure.getMessage());
                pause = BETWEEN_ROUNDS;
            } catch (RuntimeException bug) {
                LOG.error("can't look for drift", bug);
                pause = BETWEEN_ROUNDS;
            }
        }
    }

    /// Half of it to one and a half; false if the node is stopping.
    private boolean pauses(Duration usual) {
        long millis = usual.toMillis() / 2 + settings.chance().nextLong(usual.toMillis());
        try {
            return !stopped.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Does what is due, on the calling thread: the manual worker of tests with a settable clock.
    public void runDue() {
        boolean more = true;
        while (more) {
            more = walkOn();
        }
    }

    /// Walks along one stretch; false if there was none.
    private boolean walkOn() {
        Optional<Duration> shortest = shortest();
        if (shortest.isEmpty()) {
            return false;
        }
        Instant now = clock.instant();
        Optional<Stretch> stretch = database.write(transaction -> {
            store.begin(transaction, now, shortest.get());
            return store.take(transaction, now, now.plus(LEASE), LENGTH);
        });
        stretch.ifPresent(taken -> walk(taken, now, shortest.get()));
        return stretch.isPresent();
    }

    private void walk(Stretch stretch, Instant now, Duration shortest) {
        List<Candidate> due = database.read(transaction -> store.candidates(transaction, stretch)).stream()
                .filter(candidate -> isDue(candidate, now, shortest))
                .toList();
        Semaphore places = new Semaphore(MOST_AT_ONCE);
        for (Candidate candidate : due) {
            places.acquireUninterruptibly();
            Thread.ofVirtual().name("drift").start(() -> {
                try {
                    look(candidate);
                } finally {
                    places.release();
                }
            });
        }
        places.acquireUninterruptibly(MOST_AT_ONCE);
        database.write(transaction -> {
            store.done(transaction, stretch);
            return stretch;
        });
    }

    private void look(Candidate candidate) {
        Optional<Resource> resource = resources.find(candidate.id()).filter(Resource::tracked);
        Caller caller = new Caller(PRINCIPAL, "drift", "drift", Optional.empty(), "");
        try {
            resource.ifPresent(present -> drifts.check(caller, present, false));
        } catch (ProblemException busy) {
            LOG.debug("not looked at {}: {}", candidate.id(), busy.problem().message());
        } catch (RuntimeException failure) {
            LOG.warn("can't look at {}", candidate.id(), failure);
        }
    }

    // -- when -----------------------------------------------------------------------------------------------

    /// The shortest interval of all types: a round begins so often.
    private Optional<Duration> shortest() {
        return types.all().stream()
                .map(RegisteredType::current)
                .map(type -> type.registration().drift().interval().orElse(settings.interval()))
                .filter(interval -> !interval.isZero())
                .min(Duration::compareTo);
    }

    /// Rounds come at their times and resources at theirs within a round: half a round too early is due.
    private boolean isDue(Candidate candidate, Instant now, Duration shortest) {
        Duration interval = types.version(candidate.type(), candidate.typeVersion())
                .registration()
                .drift()
                .interval()
                .orElse(settings.interval());
        Instant latest = now.minus(interval).plus(shortest.dividedBy(2));
        return !interval.isZero()
                && candidate.checkedAt().map(at -> !at.isAfter(latest)).orElse(true);
    }

    /// Stops walking; a look that is under way has a moment to end.
    @Override
    public void close() {
        stopped.countDown();
        Thread walking = walker;
        if (walking == null) {
            return;
        }
        try {
            walking.join(GRACE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
