package fairlead.server.resource.step;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.NestedPuts.Child;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The last steps of a PUT that brought along what is nested: each is put by an operation of its own, and the PUT
/// ends when those have.
///
/// A step begins what can be begun and waits for nothing, so it can be taken again after a crash: what has been
/// put already is then as it is asked for, or is being changed.
public final class NestedSteps {

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Database database;
    private final NestedPuts nested;
    private final ResourceTransitions transitions;
    private final Vault vault;
    private final ResourceVerbs resources;

    NestedSteps(
            Database database,
            NestedPuts nested,
            ResourceTransitions transitions,
            Vault vault,
            ResourceVerbs resources) {
        this.database = database;
        this.nested = nested;
        this.transitions = transitions;
        this.vault = vault;
        this.resources = resources;
    }

    /// Whether the operation has brought along what is to be put once its own change is done.
    boolean follow(Operation operation, TypeVersion type, StepState memory) {
        boolean puts = operation.kind() == OperationKind.CREATE || operation.kind() == OperationKind.UPDATE;
        return puts
                && memory.phase() != StepState.Phase.NESTED
                && nested.isPossible(type, operation.subscription())
                && !database.read(transaction -> nested.list(transaction, operation.id()))
                        .isEmpty();
    }

    /// What follows a step of the parent's own change: where that was the last one, what is nested comes next.
    Step after(StepContext work, Step step) {
        if (!work.nests()) {
            return step;
        }
        OperationId id = work.operation().id();
        return switch (step) {
            case Step.Succeed(var change, var identifier) ->
                new Step.Again(
                        Duration.ZERO,
                        sealed(work, Documents.empty()),
                        Optional.empty(),
                        "what is nested comes next",
                        change,
                        identifier);
            case Step.Fail(var failure, var change) -> new Step.Fail(failure, forgetting(id, change));
            case Step.Retry(var failure, var progress, var change) ->
                new Step.Retry(failure, progress, forgetting(id, change));
            case Step.Answer _, Step.Again _ -> step;
        };
    }

    /// The change, after which what is nested is no longer known.
    Change forgetting(OperationId operation, Change change) {
        return transaction -> {
            change.write(transaction);
            nested.forget(transaction, operation);
        };
    }

    Step step(StepContext work) {
        Operation operation = work.operation();
        List<Child> children = database.read(transaction -> nested.list(transaction, operation.id()));
        ObjectNode progress = work.memory().memo().orElseGet(Documents::empty);
        int open = 0;
        for (Child child : children) {
            ObjectNode known = progress.withObjectProperty(String.valueOf(child.position()));
            if (!known.has("ended")) {
                advance(child, operation, known);
                open += known.has("ended") ? 0 : 1;
            }
        }
        if (open > 0) {
            double percent = 100.0 * (children.size() - open) / children.size();
            return new Step.Again(
                    PAUSE, sealed(work, progress), Optional.of(percent), open + " nested left", Change.none());
        }
        return ended(work, children, progress);
    }

    private void advance(Child child, Operation operation, ObjectNode known) {
        Optional<Operation> begun =
                OperationId.parse(known.path("operation").asString("")).flatMap(id -> resources.operation(id));
        if (begun.isPresent()) {
            look(begun.get().state(), known);
        } else {
            begin(child, operation, known);
        }
    }

    private static void look(OperationState state, ObjectNode known) {
        switch (state) {
            case OperationState.Succeeded _ -> known.put("ended", true);
            case OperationState.Failed(var _, var failure) -> end(known, failure.code(), failure.message());
            case OperationState.Canceled _ -> end(known, ProblemCode.OPERATION_CANCELED, "It was canceled.");
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> {}
        }
    }

    private void begin(Child child, Operation operation, ObjectNode known) {
        Caller caller = OperationCaller.of(operation);
        Optional<Put> put = nested.request(child, operation.id(), caller);
        if (put.isPresent()) {
            begin(put.get(), known);
        } else {
            end(known, ProblemCode.INVALID_RESOURCE_TYPE, "Its type has been removed.");
        }
    }

    /// A refusal has the words of the handler that was asked what is there.
    private void begin(Put put, ObjectNode known) {
        HandlerRedaction discretion = HandlerRedaction.about(put);
        try {
            switch (discretion.during(() -> resources.put(put, Duration.ZERO))) {
                case Outcome.Accepted(var _, var begun, var _) ->
                    known.put("operation", begun.id().toString());
                case Outcome.Pending(var begun) ->
                    known.put("operation", begun.id().toString());
                case Outcome.Done _, Outcome.Deleted(), Outcome.Absent() -> known.put("ended", true);
            }
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            if (!isPassing(problem)) {
                end(known, problem.code(), discretion.get().apply(problem.message()));
            }
        }
    }

    private static boolean isPassing(Problem problem) {
        return problem instanceof Problem.Busy || problem.status() == 429 || problem.status() >= 500;
    }

    private static void end(ObjectNode known, Code code, String message) {
        known.put("ended", true).put("code", code.text()).put("message", message);
    }

    private Step ended(StepContext work, List<Child> children, ObjectNode progress) {
        List<Failure.Part> failed = new ArrayList<>();
        for (Child child : children) {
            ObjectNode known = progress.withObjectProperty(String.valueOf(child.position()));
            if (known.has("code")) {
                failed.add(new Failure.Part(
                        Code.parse(known.path("code").asString("")),
                        known.path("message").asString(""),
                        child.id().toString()));
            }
        }
        OperationId id = work.operation().id();
        if (failed.isEmpty()) {
            return new Step.Succeed(forgetting(id, transitions.in(work, ProvisioningState.SUCCEEDED)));
        }
        String message = "The resource is there, and what is nested in it could not be put. See the details for each.";
        return new Step.Fail(
                new Failure(FailureCode.NESTED_RESOURCES_FAILED, message, failed),
                forgetting(id, transitions.in(work, ProvisioningState.FAILED)));
    }

    private byte[] sealed(StepContext work, ObjectNode progress) {
        StepState memory = new StepState(StepState.Phase.NESTED, Optional.of(progress), Optional.empty(), 0);
        return memory.seal(vault, work.operation().id().toString());
    }
}
