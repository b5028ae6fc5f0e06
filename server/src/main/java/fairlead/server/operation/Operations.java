package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Carrier.Fate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The verbs on operations, and the node's worker.
///
/// An operation that this node accepts is born claimed by it, so that no second transaction is needed to begin;
/// what a dead node left behind is found by its silence. Everything here may happen twice: the fence decides which
/// answer counts.
public final class Operations implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
    private static final Duration LONGEST_LOOK_PAUSE = Duration.ofMillis(500);
    private static final Duration PURGE_PAUSE = Duration.ofHours(1);
    private static final int CLAIMED_AT_ONCE = 256;

    private final OperationStore store = new OperationStore();
    private final NodeStore nodes = new NodeStore();
    private final Database database;
    private final Settings settings;
    private final Clock clock;
    private final String node;
    private final Executor workers;
    private final Pauses pauses;
    private final Carrier carrier;
    private final Semaphore places;
    private final Map<OperationId, Awaited> awaited = new ConcurrentHashMap<>();
    private final Queue<Doubt> doubtful = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Instant> nextLook;
    private volatile @Nullable Thread dispatcher;
    private volatile @Nullable Thread heart;

    /// Works on virtual threads, one for each operation.
    ///
    /// @param node the name of this process among the nodes, different at every start
    public Operations(
            Database database, Task task, Settings settings, Clock clock, RandomGenerator chance, String node) {
        this(
                database,
                task,
                settings,
                clock,
                chance,
                node,
                work -> Thread.ofVirtual().name("operation").start(work));
    }

    /// @param workers what runs an operation that is ready: a thread for each, or the caller's own in a test
    public Operations(
            Database database,
            Task task,
            Settings settings,
            Clock clock,
            RandomGenerator chance,
            String node,
            Executor workers) {
        this.workers = workers;
        this.database = database;
        this.settings = settings;
        this.clock = clock;
        this.node = node;
        pauses = new Pauses(clock);
        carrier = new Carrier(database, task, settings, clock, chance, node, pauses);
        places = new Semaphore(settings.mostAtOnce());
        nextLook = new AtomicReference<>(Instant.MIN);
    }

    private static final class Awaited {
        private final CountDownLatch latch = new CountDownLatch(1);
        private volatile @Nullable Operation ended;
    }

    /// A claim of this node that nobody works on, or that was never stored.
    private record Doubt(OperationId id, long fence) {}

    // -- accepting and looking
    // ------------------------------------------------------------------------------------------

    /// Writes a new operation, claimed by this node, in the caller's transaction. After the commit the caller
    /// hands it to [#start]; if the commit's outcome is unknown, to [#doubt].
    public Operation accept(Transaction transaction, NewOperation operation) {
        store.insert(transaction, operation, node);
        return operation.accepted();
    }

    /// Begins to work on an operation that has been accepted and is durable, and waits up to `patience` for its
    /// end. The operation as it has ended, or empty if it goes on.
    public Optional<Operation> start(Operation operation, Duration patience) {
        if (patience.isZero() || patience.isNegative()) {
            carryInBackground(operation);
            return Optional.empty();
        }
        Awaited waiting = new Awaited();
        awaited.put(operation.id(), waiting);
        try {
            carryInBackground(operation);
            boolean inTime = waiting.latch.await(patience.toMillis(), TimeUnit.MILLISECONDS);
            return inTime ? Optional.ofNullable(waiting.ended) : Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            awaited.remove(operation.id());
        }
    }

    /// Says that an operation may or may not have been stored: if it was, it is given back for anybody to claim.
    public void doubt(OperationId id) {
        doubtful.add(new Doubt(id, 1));
    }

    public Optional<Operation> find(OperationId id) {
        return database.read(transaction -> store.find(transaction, id));
    }

    /// As [#find(OperationId)], within the caller's transaction.
    public Optional<Operation> find(Transaction transaction, OperationId id) {
        return store.find(transaction, id);
    }

    /// The result that the operation has besides what it did, as its task gave it in [Step.Answer].
    public Optional<byte[]> output(OperationId id) {
        return database.read(transaction -> store.output(transaction, id));
    }

    /// The operation that an earlier request with this token has made.
    public Optional<Operation> findByClientToken(Transaction transaction, String subscription, String clientToken) {
        return store.findByClientToken(transaction, subscription, clientToken);
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
        boolean asked = database.write(transaction -> store.requestCancel(transaction, id, clock.instant()));
        if (asked) {
            pauses.cancel(id);
            lookBy(clock.instant());
        }
        return asked;
    }

    // -- working
    // --------------------------------------------------------------------------------------------------------

    /// Starts the heart and the dispatcher.
    ///
    /// @param alone whether no other process can have this database open, so that all claims found in it are dead
    public void begin(boolean alone) {
        database.write(transaction -> {
            if (alone) {
                nodes.forgetAll(transaction);
            }
            nodes.beat(transaction, node, clock.instant(), clock.instant().plus(settings.lease()));
            return node;
        });
        heart = Thread.ofVirtual().name("heart").start(this::beat);
        dispatcher = Thread.ofVirtual().name("dispatcher").start(this::dispatch);
    }

    /// Claims what is due and carries it on the calling thread, until nothing is due: the manual worker of tests
    /// with a settable clock. How many operations were carried.
    public int runDue() {
        database.write(transaction -> {
            nodes.beat(transaction, node, clock.instant(), clock.instant().plus(settings.lease()));
            return node;
        });
        releaseDoubtful();
        int carried = 0;
        for (List<Operation> due = claim(CLAIMED_AT_ONCE); !due.isEmpty(); due = claim(CLAIMED_AT_ONCE)) {
            due.forEach(this::carry);
            carried += due.size();
        }
        return carried;
    }

    private void carryInBackground(Operation operation) {
        workers.execute(() -> {
            places.acquireUninterruptibly();
            try {
                carry(operation);
            } finally {
                places.release();
            }
        });
    }

    private void carry(Operation operation) {
        switch (carrier.carry(operation)) {
            case Fate.Ended(var ended) -> {
                Awaited waiting = awaited.get(ended.id());
                if (waiting != null) {
                    waiting.ended = ended;
                    waiting.latch.countDown();
                }
            }
            case Fate.GivenBack(var due) -> lookBy(due);
            case Fate.Lost() -> doubtful.add(new Doubt(operation.id(), operation.fence()));
        }
    }

    private void lookBy(Instant time) {
        Instant earliest = nextLook.accumulateAndGet(time, (a, b) -> a.isBefore(b) ? a : b);
        if (earliest.equals(time)) {
            LockSupport.unpark(dispatcher);
        }
    }

    private void dispatch() {
        Instant nextPurge = clock.instant();
        while (!pauses.stopping()) {
            try {
                Instant now = clock.instant();
                nextLook.set(now.plus(LONGEST_LOOK_PAUSE));
                releaseDoubtful();
                claim(Math.min(CLAIMED_AT_ONCE, places.availablePermits())).forEach(this::carryInBackground);
                if (!now.isBefore(nextPurge)) {
                    purge(now);
                    nextPurge = now.plus(PURGE_PAUSE);
                }
            } catch (DatabaseException failure) {
                LOG.warn("the dispatcher can't reach the database: {}", failure.getMessage());
            }
            Duration pause = Duration.between(clock.instant(), nextLook.get());
            if (!pause.isNegative()) {
                LockSupport.parkNanos(Math.min(pause.toNanos(), LONGEST_LOOK_PAUSE.toNanos()));
            }
        }
    }

    private List<Operation> claim(int limit) {
        Instant now = clock.instant();
        if (limit == 0 || !database.read(transaction -> store.isAnyDue(transaction, now))) {
            return List.of();
        }
        return database.write(transaction -> store.claimNext(transaction, node, now, limit));
    }

    private void releaseDoubtful() {
        for (Doubt doubt = doubtful.peek(); doubt != null; doubt = doubtful.peek()) {
            Doubt oldest = doubt;
            database.write(transaction -> store.release(transaction, oldest.id(), node, oldest.fence()));
            doubtful.poll();
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
    }

    private void beat() {
        Duration pause = settings.lease().dividedBy(4);
        while (pauses.wait(pause)) {
            try {
                Instant now = clock.instant();
                database.write(transaction -> {
                    nodes.beat(transaction, node, now, now.plus(settings.lease()));
                    nodes.forgetTheDead(transaction, now.minus(settings.lease().multipliedBy(10)));
                    return now;
                });
            } catch (DatabaseException failure) {
                LOG.warn("can't renew the leases of this node: {}", failure.getMessage());
            }
        }
    }

    /// Stops claiming, wakes those who sleep, and lets the handler calls under way have their deadline; what has
    /// not ended by then is given back, to be taken up after the next start.
    public void end(Duration grace) {
        pauses.stop();
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
        database.write(transaction -> {
            store.releaseAll(transaction, node);
            nodes.leave(transaction, node);
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
