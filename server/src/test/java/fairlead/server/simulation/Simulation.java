package fairlead.server.simulation;

import fairlead.server.database.DatabaseException;
import fairlead.server.database.MemoryDatabase;
import fairlead.server.database.Row;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.CallSequence;
import fairlead.server.resource.record.Resource;
import fairlead.server.simulation.Scheduler.Task;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// One history, made of a number: callers ask for changes of a few resources at once, things go wrong, and in the end
/// everything comes to rest and is held to the [Laws].
final class Simulation implements SimulatedService.Surroundings {

    static final int REQUESTS = 100;
    static final int FAULTS = 10;

    private static final int CALLERS = 3;
    private static final int MOST_REQUESTS = 240;
    private static final Duration LOOK = Duration.ofSeconds(1);

    /// @param requests how many were sent
    /// @param faults how many things went wrong
    /// @param violations of the laws
    /// @param history line by line
    record Result(long seed, int requests, int faults, List<String> violations, String history) {}

    private final long seed;
    private final RandomGenerator chance;
    private final Random ids;
    private final Scheduler scheduler;
    private final Faults faults;
    private final Coverage coverage;
    private final Guide guide;
    private final StringBuilder history = new StringBuilder();
    private final CallSequence sequence = new CallSequence();
    private final List<String> violations = new ArrayList<>();
    private final MemoryDatabase disk = MemoryDatabase.withTables();
    private final SimulatedService gizmos;
    private final SimulatedService shelves;
    private final Duration hold;
    private final Map<OperationId, String> acknowledged = new LinkedHashMap<>();
    private final List<Task> alive = new ArrayList<>();
    private @Nullable Node node;
    private int starts;
    private final Map<String, String> seen = new HashMap<>();
    private int requests;
    private int tokens;
    private boolean over;

    private Simulation(long seed, Coverage coverage) {
        this.seed = seed;
        chance = new Random(seed);
        ids = new Random(seed ^ 0x5DEECE66DL);
        scheduler = new Scheduler(chance);
        this.coverage = coverage;
        faults = new Faults(FAULTS + chance.nextInt(4), chance, coverage);
        guide = new Guide(this, faults);
        gizmos = new SimulatedService(this, "Id", true);
        shelves = new SimulatedService(this, "Name", false);
        hold = Duration.ofSeconds(List.of(-1L, 0L, 5L).get(chance.nextInt(3)));
    }

    /// Plays the history of a seed, on virtual threads alone: they change places faster by far.
    static Result of(long seed, Coverage coverage) {
        CompletableFuture<Result> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(new Simulation(seed, coverage).played());
            } catch (RuntimeException | Error failure) {
                result.completeExceptionally(failure);
            }
        });
        return result.join();
    }

    private Result played() {
        try {
            Task all = scheduler.begin("all", this::all);
            scheduler.runUntilEnd(all);
            scheduler.bury();
        } catch (AssertionError | RuntimeException failure) {
            violations.add("it did not end: " + trace(failure));
        } finally {
            disk.close();
        }
        violations.addAll(sequence.violations());
        return new Result(seed, requests, faults.struck(), List.copyOf(violations), history.toString());
    }

    private static String trace(Throwable failure) {
        java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    private void all() {
        start();
        untilStored(() -> {
            Node first = node();
            first.scopes.putSubscription(Node.SUBSCRIPTION, "Simulated", "Enabled");
            first.scopes.putGroup(
                    Node.CALLER, Node.SUBSCRIPTION, Node.GROUP, "local", JsonNodeFactory.instance.objectNode());
        });
        List<Task> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Callers caller = new Callers(this);
            callers.add(scheduler.begin("caller", caller::run));
        }
        callers.add(scheduler.begin("guide", () -> guide.run(seed)));
        callers.forEach(this::join);
        faults.end();
        note("everything is well from now on");
        Laws laws = new Laws(this);
        laws.rest();
        laws.hold();
        laws.cleanUp();
        over = true;
        kill();
    }

    // -- processes ------------------------------------------------------------------------------------------

    /// The process that runs, once there is one.
    Node node() {
        while (node == null) {
            scheduler.sleep(LOOK);
        }
        return node;
    }

    boolean isUp() {
        return node != null;
    }

    private void start() {
        untilStored(this::startOnce);
    }

    /// The operator starts the process again if the storage fails meanwhile.
    private void untilStored(Runnable work) {
        for (boolean stored = false; !stored; ) {
            try {
                work.run();
                stored = true;
            } catch (DatabaseException trouble) {
                note("again, since " + trouble.getMessage());
                scheduler.sleep(LOOK);
            }
        }
    }

    private void startOnce() {
        String name = "node-" + ++starts;
        note("start of " + name);
        Node started = new Node(
                new Node.Given(
                        name,
                        new FaultyDatabase(disk, this::pause, () -> strike(Fault.Point.WRITE), this::seeLeftBehind),
                        disk,
                        scheduler.clocks(),
                        chance,
                        this::id,
                        hold,
                        work -> inProcess("operation", work),
                        this::enter),
                gizmos,
                shelves);
        node = started;
        inProcess("dispatcher", () -> dispatch(started));
    }

    private void enter(Place.Step step) {
        scheduler.enter(step);
        coverage.entered(step.place());
    }

    /// What a replacement has left behind is no longer the resource's.
    private void seeLeftBehind() {
        disk.read(transaction -> transaction.query("SELECT operation FROM left_behind", Row::text))
                .forEach(sequence::leftBehind);
    }

    /// Runs it in the process, with whose end it ends.
    Task inProcess(String name, Runnable work) {
        alive.removeIf(task -> task.ended().getCount() == 0);
        Task task = scheduler.begin(name, work);
        alive.add(task);
        return task;
    }

    private void dispatch(Node started) {
        for (int i = 0; ; i++) {
            try {
                if (i % 3 == 0) {
                    started.operations.renewLease();
                }
                started.operations.handOutDue();
                if (i % 60 == 30) {
                    started.orphans.deleteDue();
                }
            } catch (DatabaseException trouble) {
                note("the dispatcher can't reach the storage");
            }
            scheduler.sleep(LOOK);
        }
    }

    /// Ends the process, and with it all of its tasks.
    private void kill() {
        note("the process ends");
        node = null;
        sequence.killed();
        scheduler.kill(alive);
        alive.clear();
    }

    private void crash() {
        if (node == null) {
            return;
        }
        kill();
        scheduler.begin("supervisor", () -> {
            scheduler.sleep(Duration.ofSeconds(1 + chance.nextInt(20)));
            start();
        });
    }

    /// Waits for the end of a task.
    void join(Task task) {
        while (task.ended().getCount() > 0) {
            scheduler.await(task.ended(), Duration.ofHours(1));
        }
    }

    MemoryDatabase disk() {
        return disk;
    }

    String now() {
        return scheduler.wall().millis() + ", at work are " + scheduler.names();
    }

    SimulatedService gizmos() {
        return gizmos;
    }

    SimulatedService shelves() {
        return shelves;
    }

    // -- what callers tell ----------------------------------------------------------------------------------

    boolean asksForMore() {
        return requests < REQUESTS || ((guide.isUnderWay() || faults.struck() < FAULTS) && requests < MOST_REQUESTS);
    }

    void countRequest() {
        requests++;
    }

    /// Whether callers leave this resource to the guide.
    boolean isLeftAlone(String name) {
        return guide.isAlone(name);
    }

    int nextToken() {
        return ++tokens;
    }

    void acknowledged(OperationId operation, String words) {
        acknowledged.putIfAbsent(operation, words);
    }

    Map<OperationId, String> acknowledged() {
        return acknowledged;
    }

    void violation(String what) {
        violations.add(what);
    }

    /// What a tag stands for never changes.
    void seen(Resource found) {
        String content = found.id()
                + found.state().word()
                + found.identifier()
                + new String(found.properties(), StandardCharsets.UTF_8);
        String before = seen.putIfAbsent(found.etag(), content);
        if (before != null && !before.equals(content)) {
            violations.add("the ETag " + found.etag() + " was that of " + before + " and is that of " + content);
        }
    }

    /// Whether an action may have changed it without the record's knowledge.
    boolean mayDiffer(String id) {
        return false;
    }

    // -- what parts of the world see of it ------------------------------------------------------------------

    @Override
    public void pause() {
        scheduler.pause();
        strike(Fault.Point.PAUSE).ifPresent(this::befall);
        scheduler.requireLife();
    }

    private void befall(Fault fault) {
        note("! " + fault.words() + " at " + scheduler.place());
        switch (fault) {
            case CRASH -> crash();
            case CLOCK_STEP -> scheduler.stepClock(Duration.ofSeconds(chance.nextInt(7200) - 3600));
            case CANCEL -> cancel();
            case REFUSAL,
                    NO_ROUTE,
                    LOST_ANSWER,
                    DEFECT,
                    HOST_FAILURE,
                    BREACH,
                    OVERRUN,
                    READ_FAILURE,
                    STALE_READ,
                    WRITE_REFUSED,
                    WRITE_UNHEARD,
                    DUPLICATE,
                    LOST_REPLY -> throw new IllegalStateException(fault + " does not just happen");
        }
    }

    private void cancel() {
        Node here = node;
        Optional<OperationId> present = scheduler.step().map(Place.Step::operation);
        if (here != null && present.isPresent()) {
            inProcess("cancel", () -> {
                try {
                    here.operations.cancel(present.get());
                } catch (DatabaseException trouble) {
                    note("not cancelled");
                }
            });
        }
    }

    @Override
    public void sleep(Duration time) {
        scheduler.sleep(time);
    }

    @Override
    public long nanos() {
        return scheduler.elapsed().nanos();
    }

    @Override
    public int chance(int bound) {
        return chance.nextInt(bound);
    }

    @Override
    public Optional<Fault> strike(Fault.Point point) {
        return over ? Optional.empty() : faults.strike(point, scheduler.place(), scheduler.subject());
    }

    @Override
    public void note(String line) {
        history.append(nanos() / 1_000_000)
                .append(' ')
                .append(scheduler.name())
                .append(' ')
                .append(line)
                .append('\n');
    }

    @Override
    public Optional<Integer> calls(String subject) {
        return guide.calls(subject);
    }

    @Override
    public Duration staleness(String subject) {
        long drawn = chance.nextInt(2) == 0 ? 1 : 90;
        return Duration.ofSeconds(guide.isLasting(subject) ? 90 : drawn);
    }

    private UUID id() {
        return new UUID(ids.nextLong(), ids.nextLong());
    }

    @Override
    public CallSequence sequence() {
        return sequence;
    }
}
