package fairlead.server.stack.step;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.StackProgress.Phase;
import fairlead.server.stack.template.Compilation;
import fairlead.server.stack.template.Compilations;
import fairlead.server.stack.template.StackScope;
import fairlead.server.type.AccountTypes;
import fairlead.stack.Plan;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.TypeCatalog;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Carries out the operations of stacks. Each step reads the rows of the stack, begins what can begin, notes
/// what has ended, and pauses until something else has.
public final class StackTask implements Task {

    private final Database database;
    private final StackTables tables;
    private final Operations operations;
    private final Compilations compilations;
    private final AccountTypes types;
    private final NodeAccess access;
    private final Clock clock;
    private final Map<OperationId, Compilation> compiled = new ConcurrentHashMap<>();

    /// Gives the verbs by which the resources of a stack are changed.
    public interface NodeAccess {

        /// @param rehearsing whether nothing that the verbs on resources do stays
        ///
        /// @param order what the operation is to do, by which nodes that are stacks are told what to do
        StackVerbs of(Caller caller, Stack stack, StackOrder order, boolean rehearsing);
    }

    public StackTask(
            Database database,
            StackTables tables,
            Operations operations,
            Compilations compilations,
            AccountTypes types,
            NodeAccess access,
            Clock clock) {
        this.database = database;
        this.tables = tables;
        this.operations = operations;
        this.compilations = compilations;
        this.types = types;
        this.access = access;
        this.clock = clock;
    }

    /// What carries out the operations of stacks, and by another task all others.
    public Task orElse(Task others) {
        return new Task() {
            @Override
            public Step run(Operation operation) {
                return of(operation).run(operation);
            }

            @Override
            public Step run(Operation operation, Consumer<String> log) {
                return of(operation).run(operation, log);
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return of(operation).ended(operation, state);
            }

            private Task of(Operation operation) {
                boolean own = operation.kind() == OperationKind.STACK
                        && operation.typeName().equals(Stack.TYPE);
                return own ? StackTask.this : others;
            }
        };
    }

    @Override
    public Step run(Operation operation) {
        StackWork work = load(operation);
        Optional<Duration> pause = work.progress().phase() == Phase.BEGIN
                ? begun(work)
                : phase(work).drive();
        if (pause.isPresent()) {
            return again(work, pause.get());
        }
        return switch (phase(work).next()) {
            case StackPhase.Next.Goes(var next) -> {
                work.progress(next);
                yield again(work, Duration.ZERO);
            }
            case StackPhase.Next.Ends(var failure) -> {
                compiled.remove(operation.id());
                yield failure.<Step>map(why -> new Step.Fail(why, work.change()))
                        .orElseGet(() -> new Step.Succeed(work.change()));
            }
        };
    }

    private StackWork load(Operation operation) {
        UUID id = UUID.fromString(operation.target().subject());
        return database.read(transaction -> {
            Stack stack = tables.stacks()
                    .find(transaction, id)
                    .orElseThrow(() -> new IllegalStateException("the stack " + id + " is not there"));
            StackOrder order = StackOrder.read(operation.input());
            return new StackWork(tables, operation, order, clock, stack)
                    .with(tables.nodes().list(transaction, id));
        });
    }

    private static Step again(StackWork work, Duration pause) {
        long all = work.nodes().size();
        long done = work.nodes().stream()
                .filter(node -> node.work().is(Progress.DONE))
                .count();
        Optional<Double> percent = all == 0 ? Optional.empty() : Optional.of(100.0 * done / all);
        String message = done + " of " + all + " resources";
        return new Step.Again(pause, work.progress().write(), percent, message, work.change());
    }

    // -- phases -----------------------------------------------------------------------------------------------------

    private StackPhase phase(StackWork work) {
        Transitions transitions = transitions(work);
        NodeRunner runner = runner(work);
        return switch (work.progress().phase()) {
            case FORWARD -> {
                Compilation compilation = compilationIfAny(work);
                TypeCatalog catalog = new StackScope(types, work.stack().place().subscription());
                NodeValues values = new NodeValues(
                        work::find, verbs(work, false), catalog, work.stack().name());
                yield new Forward(
                        work,
                        runner,
                        compilation,
                        values,
                        catalog,
                        transitions,
                        outputs -> database.read(transaction ->
                                tables.exports().conflict(transaction, tables.stacks(), work.stack(), outputs)));
            }
            case BACKWARD -> new Backward(work, runner, transitions);
            case CLEANUP, BACKWARD_CLEANUP, REMOVAL -> new Deletion(work, runner, transitions);
            case BEGIN -> throw new IllegalStateException("nothing has begun");
        };
    }

    private Transitions transitions(StackWork work) {
        return new Transitions(work, tables, () -> usedBefore(work));
    }

    private List<String> usedBefore(StackWork work) {
        try {
            return compilations
                    .of(work.stack(), work.stack().content(), work.nodes())
                    .imports();
        } catch (ProblemException noMore) {
            // What it used is not there any more, and need not be kept.
            return List.of();
        }
    }

    private NodeRunner runner(StackWork work) {
        return new NodeRunner(operations, verbs(work, false), work.operation().id());
    }

    private StackVerbs verbs(StackWork work, boolean rehearsing) {
        return access.of(OperationCaller.of(work.operation()), work.stack(), work.order(), rehearsing);
    }

    /// A template that can't be compiled any more, since what it uses is not there any more, wants nothing:
    /// the operation has failed then.
    private Compilation compilationIfAny(StackWork work) {
        try {
            return compilation(work);
        } catch (ProblemException refused) {
            work.progress(work.progress().failing(List.of(), refused.problem().message()));
            return Compilation.NOTHING;
        }
    }

    private Compilation compilation(StackWork work) {
        Compilation known = compiled.get(work.operation().id());
        if (known != null) {
            return known;
        }
        Compilation fresh = compilations.of(work.stack(), work.stack().pending(), work.nodes());
        compiled.put(work.operation().id(), fresh);
        return fresh;
    }

    // -- the beginning ----------------------------------------------------------------------------------------------

    private Optional<Duration> begun(StackWork work) {
        Optional<Duration> unfinished = new Unfinished(work, runner(work)).settle();
        if (unfinished.isPresent()) {
            return unfinished;
        }
        Transitions transitions = transitions(work);
        switch (work.order().purpose()) {
            case CREATE, UPDATE, IMPORT -> forward(work, transitions);
            case DELETE -> work.progress(transitions.toRemoval(false));
            case DISCARD -> work.progress(transitions.toRemoval(true));
            case SETTLE -> work.progress(transitions.toSettled());
            case ROLLBACK ->
                work.progress(
                        work.stack().status() == StackStatus.ROLLBACK_IN_PROGRESS
                                ? transitions.toRemoval(true)
                                : transitions.toBackward());
            case CONTINUE_ROLLBACK -> work.progress(transitions.toBackward());
        }
        return Optional.of(Duration.ZERO);
    }

    private void forward(StackWork work, Transitions transitions) {
        TypeCatalog catalog = new StackScope(types, work.stack().place().subscription());
        NodeValues values = new NodeValues(
                work::find, verbs(work, false), catalog, work.stack().name());
        try {
            Compilation compilation = compilation(work);
            StackVerbs rehearsal = verbs(work, true);
            Plan plan = Preflight.plan(
                    compilation,
                    work.nodes(),
                    values,
                    catalog,
                    rehearsal,
                    work.order().imports());
            Map<String, StackNode> present =
                    work.nodes().stream().collect(Collectors.toMap(StackNode::key, node -> node));
            SequencedMap<String, String> refusals =
                    new Preflight(rehearsal, catalog).refusals(plan, compilation, present);
            work.progress(transitions.toForward(compilation));
            refusals.forEach((key, reason) -> refuse(work, key, reason));
        } catch (ProblemException refused) {
            work.progress(work.progress()
                    .failing(List.of(), refused.problem().message())
                    .in(Phase.FORWARD));
        } catch (EvaluationException refused) {
            work.progress(work.progress()
                    .failing(List.of(), String.valueOf(refused.getMessage()))
                    .in(Phase.FORWARD));
        }
    }

    private static void refuse(StackWork work, String key, String reason) {
        StackNode node = work.node(key);
        Verb verb = work.verbFor(node);
        work.tell(node.with(Work.due(verb)), verb + "_IN_PROGRESS", "");
        StackNode failed = work.node(key).with(Work.due(verb).ended(Progress.FAILED));
        work.tell(failed, verb + "_FAILED", reason);
        work.progress(work.progress().failing(List.of(key), reason));
    }

    // -- the end without a step --------------------------------------------------------------------------------------

    @Override
    public Change ended(Operation operation, OperationState state) {
        compiled.remove(operation.id());
        StackWork work = load(operation);
        String reason = state instanceof OperationState.Failed(var _, Failure failure)
                ? failure.message()
                : "The operation was cancelled.";
        if (work.order().purpose() == Purpose.IMPORT) {
            var _ = transitions(work).forgotten(reason);
            return work.change();
        }
        boolean settles = work.order().purpose() == Purpose.SETTLE;
        if (settles && work.progress().phase() == Phase.BEGIN) {
            work.progress(transitions(work).toSettled());
        }
        if (settles || work.progress().phase() == Phase.CLEANUP) {
            new Unfinished(work, runner(work)).leave();
        }
        work.status(ending(work), reason);
        return work.change();
    }

    private static StackStatus ending(StackWork work) {
        return switch (work.progress().phase()) {
            case BEGIN, FORWARD ->
                switch (work.order().purpose()) {
                    case CREATE -> StackStatus.CREATE_FAILED;
                    case UPDATE, ROLLBACK, CONTINUE_ROLLBACK -> StackStatus.UPDATE_FAILED;
                    case DELETE, DISCARD -> StackStatus.DELETE_FAILED;
                    case SETTLE, IMPORT -> throw new IllegalStateException("nothing is left of that");
                };
            case CLEANUP -> StackStatus.UPDATE_COMPLETE;
            case BACKWARD, BACKWARD_CLEANUP ->
                work.order().purpose() == Purpose.SETTLE
                        ? StackStatus.UPDATE_ROLLBACK_COMPLETE
                        : StackStatus.UPDATE_ROLLBACK_FAILED;
            case REMOVAL ->
                work.stack().status() == StackStatus.ROLLBACK_IN_PROGRESS
                        ? StackStatus.ROLLBACK_FAILED
                        : StackStatus.DELETE_FAILED;
        };
    }
}
