package fairlead.server.operation;

import fairlead.handler.ErrorCode;
import fairlead.handler.testing.SettableClock;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.TraceContext;
import fairlead.server.time.Clocks;
import fairlead.server.time.SettableTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Nodes on a database, a clock that is set, and a task that does what a test has written down.
abstract class OperationsSetting {

    static final String SUBSCRIPTION = "11111111-1111-1111-1111-111111111111";
    static final Origin ORIGIN = new Origin(
            "request",
            "correlation",
            Optional.of("client"),
            TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=1"));
    static final byte[] NOTHING = {};

    final SettableClock clock = SettableClock.atNoon();
    final SettableTime time = new SettableTime(clock);
    final Script script = new Script();
    Database database;
    Operations operations;

    abstract Database open();

    @BeforeEach
    void begin() {
        database = open();
        Migrations.apply(database, clock);
        operations = node("node-1");
    }

    @AfterEach
    void close() {
        database.close();
    }

    Operations node(String name) {
        return node(name, script);
    }

    Operations node(String name, Task task) {
        return new Operations(database, Settings.manual(), time.clocks(), new Random(5), name, Telemetry.none())
                .carryOut(task);
    }

    /// A node whose threads never get to their work: it keeps what it has begun.
    Operations busyNode(String name, Clocks clocks) {
        return new Operations(database, Settings.manual(), clocks, new Random(5), name, Telemetry.none(), _ -> {})
                .carryOut(script);
    }

    /// A task that does what the test wrote down.
    static final class Script implements Task {
        final Deque<Step> steps = new ArrayDeque<>();
        final List<Operation> seen = new ArrayList<>();
        final List<String> ends = new ArrayList<>();
        final List<String> prints = new ArrayList<>();

        @Override
        public Step run(Operation operation, Consumer<String> log) {
            prints.forEach(log);
            return run(operation);
        }

        @Override
        public Step run(Operation operation) {
            seen.add(operation);
            return steps.removeFirst();
        }

        @Override
        public Change ended(Operation operation, OperationState state) {
            return _ -> ends.add(state.word());
        }
    }

    OperationId accept() {
        return accept(Duration.ofHours(2));
    }

    OperationId accept(Duration limit) {
        return accepted(limit).id();
    }

    private Operation accepted(Duration limit) {
        OperationId id = new OperationId(UUID.randomUUID());
        NewOperation operation = new NewOperation(
                id,
                OperationKind.CREATE,
                new OperationTarget(SUBSCRIPTION, "local", "subject", "/subject", "Test::Case::Thing"),
                new OperationRequest(
                        clock.instant(),
                        clock.instant().plus(limit),
                        new byte[] {1, 2, 3},
                        Optional.empty(),
                        ORIGIN,
                        "developer"),
                Optional.empty());
        return database.write(transaction -> operations.accept(transaction, operation));
    }

    /// Accepts an operation and begins it, as a request does.
    OperationId begunBy(Operations node) {
        operations = node;
        Operation accepted = accepted(Duration.ofHours(2));
        node.start(accepted, Duration.ZERO);
        return accepted.id();
    }

    /// What the dispatcher does with the claims of a process that is no more.
    void abandonClaims() {
        operations.end(Duration.ZERO);
    }

    OperationState stateOf(OperationId id) {
        return operations.find(id).orElseThrow().state();
    }

    static Step again(Duration after) {
        return new Step.Again(after, new byte[] {9}, Optional.of(50.0), "half way", Change.none());
    }

    static Step retry() {
        return new Step.Retry(new Failure(ErrorCode.THROTTLING, "slow down"), NOTHING, Change.none());
    }

    static Step succeed() {
        return new Step.Succeed(Change.none());
    }
}
