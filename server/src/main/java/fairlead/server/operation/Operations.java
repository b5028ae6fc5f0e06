package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Transaction;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.operation.OperationRunner.RunResult;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Durations;
import fairlead.server.telemetry.Sampled;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.Tracer;
import fairlead.server.time.Clocks;
import fairlead.server.time.MonotonicTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The verbs on operations, and the node's worker.
///
/// An operation that this node accepts is stored as claimed by this node, so that it can begin without a second
/// transaction. The other nodes notice a dead node by its missing beats and take its operations over. Each step
/// may run twice: the fence decides which of the two results counts.
public final class Operations implements AutoCloseable {

    /// How long a request for an operation waits for its end before it is answered that the operation goes
    /// on, since clients sleep for seconds before they ask again. It is well below the time after which
    /// clients give up.
    public static final Duration HELD = Duration.ofSeconds(10);

    /// What of the records of operations never changes.
    public static final RecordTable RECORDS = OperationStore.RECORDS;

    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
    private static final Duration LONGEST_LOOK_PAUSE = Duration.ofMillis(500);
    private static final Duration TOKEN_VALIDITY = Duration.ofHours(36);
    private static final Duration PURGE_PAUSE = Duration.ofHours(1);
    private static final int CLAIMED_AT_ONCE = 256;
    private static final int MOST_FOR_EACH_PLACE = 8;

    private final OperationStore store = new OperationStore();
    private final OperationEvents events = new OperationEvents();
    private final Database database;
    private final Settings settings;
    private final Clock clock;
    private final String node;
    private final Executor workers;
    private final CancellableSleeps sleeps;
    private final RandomGenerator chance;
    private final OperationLogs logs;
    private final Semaphore places;
    private final Probation probation = new Probation(this::lookNow);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final OperationWaiters waiters = new OperationWaiters();
    private final OperationReleases releases;
    private final Telemetry telemetry;
    private final Telemetry background;
    private final Durations durations;
    private final AtomicReference<Instant> nextLook;
    private final Sampled<Long> queueAge;
    private final MonotonicTime elapsed;
    private final TimeLimits limits;
    private final Leases leases;
    private final Clocks clocks;
    private final Claims claims;
    private volatile @Nullable OperationRunner runner;
    private volatile @Nullable Thread dispatcher;
    private volatile @Nullable Thread heart;
    private volatile long lastBeat;

    /// Works on virtual threads, one for each operation.
    ///
    /// @param node the name of this process among the nodes, different at every start
    public Operations(
            Database database,
            Settings settings,
            Clocks clocks,
            RandomGenerator chance,
            String node,
            Telemetry telemetry) {
        this(
                database,
                settings,
                clocks,
                chance,
                node,
                telemetry,
                work -> Thread.ofVirtual().name("operation").start(work));
    }

    /// @param workers what runs an operation that is ready: a thread for each, or the caller's own in a test
    public Operations(
            Database database,
            Settings settings,
            Clocks clocks,
            RandomGenerator chance,
            String node,
            Telemetry telemetry,
            Executor workers) {
        this.telemetry = telemetry;
        background = telemetry.inBackground();
        durations = telemetry
                .metrics()
                .durations("fairlead_operation_duration_seconds", "Operations that have ended.", "kind", "state");
        telemetry
                .metrics()
                .gauge("fairlead_operations_in_flight", "Operations that this node works on.", this::inFlight);
        leases = new Leases(clocks, settings.lease(), node);
        claims = new Claims(database, settings, clocks, node, leases, probation);
        queueAge = new Sampled<>(Duration.ofSeconds(5), claims::longestWait);
        telemetry
                .metrics()
                .gauge(
                        "fairlead_operation_queue_age_seconds",
                        "For how long the first of the due operations that no node works on has been due.",
                        List.of(),
                        samples -> queueAge.value().ifPresent(samples::add));
        this.workers = workers;
        this.database = database;
        this.settings = settings;
        clock = clocks.wall();
        elapsed = clocks.elapsed();
        lastBeat = elapsed.nanos();
        releases = new OperationReleases(database, node, elapsed);
        this.clocks = clocks;
        limits = new TimeLimits(clocks);
        this.node = node;
        sleeps = new CancellableSleeps(clocks.waits());
        this.chance = chance;
        logs = new OperationLogs(database);
        places = new Semaphore(settings.mostAtOnce());
        nextLook = new AtomicReference<>(Instant.MIN);
    }

    // -- accepting and looking ------------------------------------------------------------------------------

    /// Writes a new operation, claimed by this node, in the caller's transaction. After the commit the caller
    /// hands it to [#start]; if the commit's outcome is unknown, to [#doubt]. Throws [ProblemException] while
    /// operations are paused.
    public Operation accept(Transaction transaction, NewOperation operation) {
        if (settings.paused()) {
            throw new ProblemException(new Problem.Paused());
        }
        store.insert(transaction, operation, node, leases.now());
        Operation accepted = operation.accepted();
        events.accepted(transaction, accepted);
        return accepted;
    }

    /// Begins to work on an operation that has been accepted and is durable, and waits up to `patience` for its
    /// end. The operation as it has ended, or empty if it goes on.
    public Optional<Operation> start(Operation operation, Duration patience) {
        if (patience.isZero() || patience.isNegative()) {
            carryOnThread(operation, telemetry);
            return Optional.empty();
        }
        try (OperationWaiters.Place place = waiters.enter(operation.id())) {
            carryOnThread(operation, telemetry);
            return telemetry.atWork().aside(() -> place.await(patience));
        }
    }

    /// The operation once it has ended, or as it is after [#HELD]. The wait also ends when the node
    /// [stops][#endWaiting].
    ///
    /// @param abandoned whether the caller has gone; checked now and then
    public Optional<Operation> await(OperationId id, BooleanSupplier abandoned) {
        return await(id, HELD, abandoned);
    }

    Optional<Operation> await(OperationId id, Duration most, BooleanSupplier abandoned) {
        try (OperationWaiters.Place place = waiters.enter(id)) {
            Optional<Operation> now = find(id);
            for (Duration left = most; isUnderWay(now) && !left.isZero(); ) {
                Duration look = left.compareTo(LONGEST_LOOK_PAUSE) < 0 ? left : LONGEST_LOOK_PAUSE;
                Optional<Operation> ended = telemetry.atWork().aside(() -> place.await(look));
                // Another node may have ended it: that is only seen by looking.
                now = ended.isPresent() ? ended : find(id);
                left = waiters.over() || abandoned.getAsBoolean() ? Duration.ZERO : left.minus(look);
            }
            return now;
        }
    }

    private static boolean isUnderWay(Optional<Operation> operation) {
        return operation.isPresent() && !operation.get().state().terminal();
    }

    /// Ends the waiting of all requests for the end of an operation, since the node is about to stop.
    public void endWaiting() {
        waiters.end();
    }

    /// Writes an operation that ended as it began, since there was nothing to do or nothing could be done. A
    /// repeated request with its token gets this operation.
    public Operation acceptEnded(Transaction transaction, NewOperation operation, OperationState end) {
        store.insert(transaction, operation, node, leases.now());
        Operation accepted = operation.accepted();
        store.end(transaction, accepted, end, node);
        events.ended(transaction, accepted, end, accepted.createdAt());
        return accepted.withState(end);
    }

    /// Notes that it is unknown whether an operation was stored. If it was, it is given back for any node to
    /// claim.
    public void doubt(OperationId id) {
        releases.doubt(id, 1);
    }

    public Optional<Operation> find(OperationId id) {
        return database.read(transaction -> store.find(transaction, id));
    }

    /// The lines that the handler calls of an operation have printed.
    public OperationLog log(OperationId id) {
        return logs.find(id);
    }

    /// As [#find(OperationId)], within the caller's transaction.
    public Optional<Operation> find(Transaction transaction, OperationId id) {
        return store.find(transaction, id);
    }

    /// The result that the operation has besides what it did, as its task gave it in [Step.Answer].
    public Optional<byte[]> output(OperationId id) {
        return database.read(transaction -> store.output(transaction, id));
    }

    /// The operation that an earlier request with this token has made, within the time in which a token
    /// counts. That request may have asked for something else: [Operation#clientToken] has its digest.
    public Optional<Operation> replay(String subscription, String location, String token) {
        Optional<Operation> earlier =
                database.read(transaction -> store.findByClientToken(transaction, subscription, location, token));
        Instant oldest = clock.instant().minus(TOKEN_VALIDITY);
        if (earlier.isPresent() && earlier.get().createdAt().isBefore(oldest)) {
            database.write(transaction -> {
                store.forgetClientToken(transaction, subscription, location, token);
                return token;
            });
            return Optional.empty();
        }
        return earlier;
    }

    /// As [#replay], when another request with this token is in the way: it may be durable only in a moment.
    public Optional<Operation> replayNow(String subscription, String location, String token) {
        return database.write(transaction -> store.findByClientToken(transaction, subscription, location, token));
    }

    /// The operations that match, newest first, those before the given one.
    public List<Operation> list(OperationFilter filter, Optional<Operation> before, int limit) {
        Instant time = before.map(Operation::createdAt).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        String id = before.map(operation -> operation.id().toString()).orElse("");
        return database.read(transaction -> store.listMatching(transaction, filter, time, id, limit));
    }

    /// The subscription's operations, newest first, those before the given one.
    public List<Operation> list(String subscription, Optional<Operation> before, int limit) {
        Instant time = before.map(Operation::createdAt).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        String id = before.map(operation -> operation.id().toString()).orElse("");
        return database.read(transaction -> store.listBefore(transaction, subscription, time, id, limit));
    }

    /// Asks an operation to stop. It ends as Canceled before its next handler call; one that is past its last call
    /// still succeeds. False if it has already ended or never was.
    public boolean cancel(OperationId id) {
        boolean asked = database.write(transaction -> requestCancel(transaction, id));
        if (asked) {
            sleeps.cancel(id);
            lookNow();
        }
        return asked;
    }

    /// As [#cancel], within the caller's transaction: it ends a moment after that.
    public void cancel(Transaction transaction, OperationId id) {
        boolean _ = requestCancel(transaction, id);
    }

    /// Has the next step of an operation that pauses in the database taken now, once the transaction has ended.
    public void hasten(Transaction transaction, OperationId id) {
        int _ = store.hasten(transaction, id, leases.now());
    }

    private void hasten(OperationId id) {
        claims.hasten(id);
        lookNow();
    }

    /// Has an operation of this node take its next step as soon as another one of this node has ended, if it pauses
    /// then. Who follows looks after that whether the other one has ended already, and follows it no more then.
    public void follow(OperationId ahead, OperationId follower) {
        sleeps.follow(ahead, follower);
    }

    /// As if [#follow] had not been called.
    public void unfollow(OperationId ahead) {
        sleeps.unfollow(ahead);
    }

    /// Has an operation that pauses on this node take its next step now.
    public void wake(OperationId id) {
        sleeps.wake(id);
    }

    private boolean requestCancel(Transaction transaction, OperationId id) {
        Instant now = clock.instant();
        Optional<Operation> before = store.find(transaction, id);
        boolean asked = store.requestCancel(transaction, id, leases.now());
        if (asked) {
            before.filter(operation -> !operation.cancelRequested())
                    .ifPresent(operation -> events.canceling(transaction, operation, now));
        }
        return asked;
    }

    // -- working --------------------------------------------------------------------------------------------

    /// Sets the task that carries operations out. Called once, before any operation is accepted or claimed.
    public Operations carryOut(Task task) {
        if (runner != null) {
            throw new IllegalStateException("operations have their task already");
        }
        runner = new OperationRunner(database, task, settings, clocks, chance, node, sleeps, logs, probation, limits);
        return this;
    }

    private OperationRunner runner() {
        OperationRunner made = runner;
        if (made == null) {
            throw new IllegalStateException("operations have no task yet");
        }
        return made;
    }

    /// Starts the threads that send beats and that claim operations which are due.
    ///
    /// @param alone whether no other process can have this database open, so that all claims found in it are dead
    public void begin(boolean alone) {
        database.write(transaction -> {
            if (alone) {
                leases.forgetAll(transaction);
            }
            claims.renew(transaction);
            return node;
        });
        heart = Thread.ofVirtual().name("heart").start(FailStop.essential(this::beat));
        dispatcher = Thread.ofVirtual().name("dispatcher").start(FailStop.essential(this::dispatch));
    }

    /// Claims what is due and carries it on the calling thread, until nothing is due: the manual worker of tests
    /// with a settable clock. How many operations were carried.
    public int runDue() {
        renewLease();
        releases.release();
        claims.endPauses();
        int carried = 0;
        for (List<Operation> due = claims.claim(CLAIMED_AT_ONCE); !due.isEmpty(); due = claims.claim(CLAIMED_AT_ONCE)) {
            due.forEach(operation -> carry(operation, background));
            carried += due.size();
        }
        logs.flush();
        return carried;
    }

    /// Hands what is due to the workers: what the dispatcher does again and again.
    public void handOutDue() {
        releases.release();
        claims.endPauses();
        claims.claim(Math.min(CLAIMED_AT_ONCE, places.availablePermits()))
                .forEach(operation -> carryOnThread(operation, background));
        logs.flush();
    }

    /// An operation that calls no handler and waits for others takes no place from these.
    ///
    /// @param watched where it is reported; only what requests have just begun counts as their work
    private void carryOnThread(Operation operation, Telemetry watched) {
        inFlight.incrementAndGet();
        releases.attend(operation.id());
        boolean takesPlace = operation.kind() != OperationKind.STACK;
        workers.execute(() -> {
            if (takesPlace) {
                places.acquireUninterruptibly();
            }
            try {
                carry(operation, watched);
            } finally {
                if (takesPlace) {
                    places.release();
                }
                releases.leave(operation.id());
                inFlight.decrementAndGet();
            }
        });
    }

    /// How many operations this node works on or has waiting for a place.
    public int inFlight() {
        return inFlight.get();
    }

    /// Whether so many operations wait that the node should accept no further one.
    public boolean isFull() {
        return inFlight.get() >= settings.mostAtOnce() * MOST_FOR_EACH_PLACE;
    }

    /// For how many seconds the first of the due operations that no node works on has been due. A few seconds old, and
    /// empty if it can't be read.
    public Optional<Long> queueAge() {
        return queueAge.value();
    }

    /// For how long this node has not renewed the leases on its operations, if that is longer than they last. Other
    /// nodes then take its operations over.
    public Optional<Duration> withoutLeases() {
        Duration since = Duration.ofNanos(elapsed.nanos() - lastBeat);
        return Optional.of(since).filter(time -> time.compareTo(settings.lease()) > 0);
    }

    private void carry(Operation accepted, Telemetry watched) {
        Tracer tracer = watched.tracer();
        Operation operation = accepted.within(tracer.operation(accepted.id().value(), accepted.origin()));
        Activity activity =
                Activity.ofOperation(watched, operation.origin(), operation.id().toString());
        releases.attend(operation.id());
        watched.atWork().begin();
        RunResult result;
        try {
            result = activity.call(() -> runner().run(operation));
        } finally {
            watched.atWork().end();
            releases.leave(operation.id());
            probation.passed(accepted.id());
        }
        if (operation.kind() == OperationKind.STACK) {
            sleeps.stopFollowing(operation.id());
        }
        switch (result) {
            case RunResult.Ended(var ended) -> {
                report(ended.within(accepted.origin()));
                limits.forget(ended.id());
                waiters.ended(ended);
                sleeps.ended(ended.id()).ifPresent(this::hasten);
            }
            case RunResult.GivenBack(var due) -> {
                claims.pausesUntil(operation.id(), due);
                lookBy(due);
                sleeps.called(operation.id()).ifPresent(this::hasten);
            }
            case RunResult.Lost() -> releases.doubt(operation.id(), operation.fence());
        }
    }

    private void report(Operation ended) {
        String kind = ended.kind().name();
        String state = ended.state().word();
        Instant now = clock.instant();
        durations
                .labelValues(kind, state)
                .observe(ended.limit().minus(limits.left(ended)).toNanos());
        if (telemetry.tracer().records()) {
            Optional<String> failure = ended.state() instanceof OperationState.Failed(var _, var why)
                    ? Optional.of(why.code().text())
                    : Optional.empty();
            telemetry
                    .tracer()
                    .ended(new Tracer.Ended(
                            ended.id().value(),
                            "operation " + kind + " " + ended.typeName(),
                            ended.origin(),
                            ended.createdAt(),
                            now,
                            Map.of(
                                    "fairlead.operation.id",
                                    ended.id().toString(),
                                    "fairlead.operation.state",
                                    state,
                                    "fairlead.resource.id",
                                    ended.subjectId()),
                            failure));
        }
    }

    private void lookBy(Instant time) {
        Instant earliest = nextLook.accumulateAndGet(time, (a, b) -> a.isBefore(b) ? a : b);
        if (earliest.equals(time)) {
            LockSupport.unpark(dispatcher);
        }
    }

    private void lookNow() {
        lookBy(leases.now());
    }

    private void dispatch() {
        long nextPurge = elapsed.nanos();
        while (!sleeps.stopping()) {
            try {
                nextLook.set(leases.now().plus(LONGEST_LOOK_PAUSE));
                handOutDue();
                if (elapsed.nanos() - nextPurge >= 0) {
                    purge(clock.instant());
                    nextPurge = elapsed.nanos() + PURGE_PAUSE.toNanos();
                }
            } catch (DatabaseException failure) {
                LOG.warn("the dispatcher can't reach the database: {}", failure.getMessage());
            }
            Duration pause = Duration.between(leases.now(), nextLook.get());
            if (!pause.isNegative()) {
                LockSupport.parkNanos(Math.min(pause.toNanos(), LONGEST_LOOK_PAUSE.toNanos()));
            }
        }
    }

    private void purge(Instant now) {
        List<String> subscriptions = database.read(transaction -> store.subscriptions(transaction));
        for (String subscription : subscriptions) {
            while (database.write(
                            transaction -> store.purge(transaction, subscription, now.minus(settings.retention())))
                    > 0) {
                // A thousand at a time, so that others get their turn.
            }
        }
        logs.purge();
    }

    private void beat() {
        Duration pause = settings.lease().dividedBy(4);
        while (sleeps.wait(pause)) {
            try {
                renewLease();
            } catch (DatabaseException failure) {
                LOG.warn("can't renew the leases of this node: {}", failure.getMessage());
            }
        }
    }

    /// Says that this node is alive, once.
    public void renewLease() {
        database.write(transaction -> {
            claims.renew(transaction);
            leases.forgetTheDead(transaction);
            return node;
        });
        lastBeat = elapsed.nanos();
    }

    /// Stops claiming, wakes the threads that sleep, and waits for the handler calls under way until their
    /// deadline. An operation that has not ended by then is given back, to be claimed after the next start.
    public void end(Duration grace) {
        sleeps.stop();
        LockSupport.unpark(dispatcher);
        try {
            boolean quiet = places.tryAcquire(settings.mostAtOnce(), grace.toMillis(), TimeUnit.MILLISECONDS);
            if (!quiet) {
                LOG.warn("{} handler calls are still running after {}: given up", running(), grace);
            }
            Thread beating = heart;
            if (beating != null) {
                beating.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        logs.flush();
        database.write(transaction -> {
            store.releaseAll(transaction, node);
            leases.leave(transaction);
            return node;
        });
    }

    /// How many steps are running on this node.
    public int running() {
        return settings.mostAtOnce() - places.availablePermits();
    }

    @Override
    public void close() {
        end(Duration.ofSeconds(60));
    }
}
