package fairlead.server.resource.step;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Step;
import fairlead.server.problem.Code;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepHandlers;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.step.UnrecordedSearch.Seeker;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Sees for itself that a change has come about: after a create or update the read handler shows the desired
/// state, after a delete it finds nothing.
///
/// A service may be eventually consistent, so the first look is not the last: about half a minute of them, further
/// and further apart. "This is verified by calling the Read handler."
final class Verification {

    private final StepHandlers handlers;
    private final ResourceTransitions transitions;
    private final Vault vault;
    private final UnrecordedSearch search;

    Verification(StepHandlers handlers, ResourceTransitions transitions, Vault vault, UnrecordedSearch search) {
        this.handlers = handlers;
        this.transitions = transitions;
        this.vault = vault;
        this.search = search;
    }

    /// The handler says that the change is done.
    ///
    /// @param model what it says the physical resource is now; empty after a delete
    Step begin(StepContext work, ObjectNode model) {
        boolean deleting = work.operation().kind() == OperationKind.DELETE;
        if (!work.type().registration().verifyByRead()) {
            return deleting ? new Step.Succeed(transitions.removed(work)) : succeeded(work, work.desired(), model);
        }
        return step(work.remembering(new StepState(StepState.Phase.VERIFY, Optional.empty(), Optional.of(model), 0)));
    }

    /// One look.
    Step step(StepContext work) {
        boolean deleting = work.operation().kind() == OperationKind.DELETE;
        return switch (handlers.read(work, identifier(work))) {
            case HandlerResult.Absent _ ->
                deleting ? new Step.Succeed(transitions.removed(work)) : lookAgain(work, notReadable(work));
            case HandlerResult.Done _
            when deleting ->
                lookAgain(work, new Breach(Rule.DELETE_GONE, "The resource is still there after its delete."));
            case HandlerResult.Done(var model) -> compared(work, model);
            case HandlerResult.Breached breached -> fail(work, breached.failure(), Optional.empty());
            case HandlerResult.NotDone failed
            when failed.isRetryable() -> onceIdentified(work, retry(work, failed.failure()));
            case HandlerResult.NotDone failed ->
                onceIdentified(work, new Step.Fail(failed.failure(), transitions.failed(work, false)));
        };
    }

    /// The present state as the handler reads it, if it can tell: for what is left after a failure.
    Optional<ObjectNode> look(StepContext work) {
        return handlers.read(work, work.identifierModel()) instanceof HandlerResult.Done(var model)
                ? Optional.of(model)
                : Optional.empty();
    }

    /// Whether the read handler says that there is nothing.
    boolean isGone(StepContext work) {
        return handlers.read(work, work.identifierModel()) instanceof HandlerResult.Absent;
    }

    private static ObjectNode identifier(StepContext work) {
        return work.memory()
                .reached()
                .filter(model -> work.type().schema().identifier(model).isPresent())
                .map(model -> work.type().schema().identifierModel(model))
                .orElseGet(work::identifierModel);
    }

    private Step compared(StepContext work, ObjectNode model) {
        ObjectNode desired = work.desired();
        List<String> unmet = work.guard().unmet(desired, model);
        if (unmet.isEmpty()) {
            return succeeded(work, desired, model);
        }
        Rule rule = updating(work) ? Rule.UPDATE_DESIRED_STATE : Rule.CREATE_DESIRED_STATE;
        return lookAgain(
                work,
                new Breach(rule, "The read does not show what was asked for at " + String.join(", ", unmet) + "."));
    }

    private static Breach notReadable(StepContext work) {
        Rule rule = updating(work) ? Rule.UPDATE_READABLE : Rule.CREATE_READABLE;
        return new Breach(rule, "The read finds nothing.");
    }

    private static boolean updating(StepContext work) {
        return work.operation().kind() == OperationKind.UPDATE;
    }

    private Step lookAgain(StepContext work, Breach ifNeverBetter) {
        StepState next = work.memory().readOnce();
        return ReadSchedule.pause(next)
                .<Step>map(pause -> new Step.Again(
                        pause,
                        sealed(work, next),
                        Optional.empty(),
                        ifNeverBetter.found() + " Looking again.",
                        identified(work),
                        newIdentifier(work)))
                .orElseGet(() -> fail(
                        work,
                        new Failure(Code.of(ifNeverBetter.rule()), ifNeverBetter.message()),
                        ifNeverBetter.rule() == Rule.CREATE_READABLE ? elsewhere(work) : Optional.empty()));
    }

    private Step retry(StepContext work, Failure failure) {
        return new Step.Retry(failure, sealed(work, work.memory()), transitions.failed(work, false));
    }

    /// What is there under another name than the create has told.
    private Optional<String> elsewhere(StepContext work) {
        return search.find(handlers.invocation(work), Seeker.of(work.resource(), newIdentifier(work)), work.desired());
    }

    /// @param elsewhere the name of what the create has made, if it is not the one that was told
    private Step fail(StepContext work, Failure failure, Optional<String> elsewhere) {
        Change change = updating(work)
                ? look(work)
                        .map(model -> transitions.revertedTo(work, model))
                        .orElseGet(() -> transitions.reverted(work))
                : transitions.failedButIdentified(work, elsewhere.or(() -> newIdentifier(work)));
        return onceIdentified(work, new Step.Fail(failure, change));
    }

    /// What a create has made is known to its record and its operation before anything else may fail, so that
    /// the caller who is told of the failure can delete it.
    private Step onceIdentified(StepContext work, Step next) {
        Optional<String> told = newIdentifier(work);
        if (told.isEmpty() || told.equals(work.resource().identifier())) {
            return next;
        }
        Optional<Failure> clash = work.memory().reached().flatMap(model -> transitions.clash(work, model));
        return clash.<Step>map(failure -> new Step.Fail(failure, transitions.failed(work, false)))
                .orElseGet(() -> new Step.Again(
                        Duration.ZERO,
                        sealed(work, work.memory()),
                        Optional.empty(),
                        "",
                        transitions.identified(work, told),
                        told));
    }

    private Step succeeded(StepContext work, ObjectNode desired, ObjectNode model) {
        // The unique key of the table refuses a clash; only the repetition after that needs to know with whom.
        Optional<Failure> clash = work.operation().fence() > 1 ? transitions.clash(work, model) : Optional.empty();
        return clash.<Step>map(failure -> new Step.Fail(failure, transitions.failed(work, false)))
                .orElseGet(() -> new Step.Succeed(
                        transitions.succeeded(work, desired, model),
                        work.type().schema().identifier(model)));
    }

    private Change identified(StepContext work) {
        Optional<String> identifier = transitions.own(work, newIdentifier(work));
        return identifier.isPresent() && !identifier.equals(work.resource().identifier())
                ? transitions.identified(work, identifier)
                : Change.none();
    }

    private static Optional<String> newIdentifier(StepContext work) {
        return work.memory().reached().flatMap(work.type().schema()::identifier);
    }

    private byte[] sealed(StepContext work, StepState memory) {
        return memory.seal(vault, work.operation().id().toString());
    }
}
