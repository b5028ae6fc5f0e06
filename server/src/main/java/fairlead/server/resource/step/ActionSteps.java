package fairlead.server.resource.step;

import fairlead.handler.Act;
import fairlead.handler.ErrorCode;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Step;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepHandlers;
import fairlead.server.resource.change.ActionInput;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.type.definition.Action;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The steps of an asynchronous action: the handler is called until it is done, what it gives is kept with the
/// operation, and the resource is read anew, for an action may have changed what its properties say.
final class ActionSteps {

    private final StepHandlers handlers;
    private final ResourceTransitions transitions;
    private final Verification verification;
    private final Vault vault;

    ActionSteps(StepHandlers handlers, ResourceTransitions transitions, Verification verification, Vault vault) {
        this.handlers = handlers;
        this.transitions = transitions;
        this.verification = verification;
        this.vault = vault;
    }

    Step step(StepContext work) {
        String token = work.operation().id().toString();
        ActionInput asked = ActionInput.decode(work.operation().input());
        Optional<Action> action = work.type().registration().action(asked.action());
        if (action.isEmpty() || !(work.type().handler() instanceof Actionable handler)) {
            String message = "The type no longer has the action " + asked.action() + ".";
            return fail(work, new Failure(ErrorCode.INTERNAL_FAILURE, message));
        }
        if (work.resource().identifier().isEmpty()) {
            // It was in doubt, and nothing has been found.
            Failure nothing = new Failure(ErrorCode.NOT_FOUND, "There is no resource to carry the action out on.");
            return new Step.Fail(nothing, transitions.afterAction(work, Optional.empty()));
        }
        Act request = new Act(
                action.get().name(),
                work.identifierModel(),
                work.resource().whole(work.type().schema(), vault),
                asked.open(vault, token),
                work.memory().memo());
        return switch (handlers.act(work, handler, action.get(), request)) {
            case HandlerResult.Done(var output) -> succeeded(work, action.get(), output);
            case HandlerResult.InProgress(var again) ->
                new Step.Again(
                        again.after().isNegative() ? Duration.ZERO : again.after(),
                        work.memory()
                                .after(Documents.empty(), again.memo())
                                .seal(vault, work.operation().id().toString()),
                        again.percent(),
                        again.message(),
                        Change.none());
            case HandlerResult.NotDone failed ->
                failed.isRetryable()
                        ? new Step.Retry(
                                failed.failure(),
                                work.operation().progress(),
                                transitions.afterAction(work, Optional.empty()))
                        : fail(work, failed.failure());
        };
    }

    private Step succeeded(StepContext work, Action action, ObjectNode output) {
        Change after = transitions.afterAction(work, verification.look(work));
        if (action.output().isEmpty()) {
            return new Step.Succeed(after);
        }
        byte[] sealed =
                vault.seal(Documents.bytes(output), work.operation().id().toString());
        return new Step.Answer(sealed, after);
    }

    private Step fail(StepContext work, Failure failure) {
        return new Step.Fail(failure, transitions.afterAction(work, verification.look(work)));
    }
}
