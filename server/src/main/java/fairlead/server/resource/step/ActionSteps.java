package fairlead.server.resource.step;

import fairlead.handler.Act;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Step;
import fairlead.server.resource.call.CallTarget;
import fairlead.server.resource.call.HandlerAnswer;
import fairlead.server.resource.call.HandlerCalls;
import fairlead.server.resource.call.HandlerContexts;
import fairlead.server.resource.call.StepContext;
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

    private final HandlerCalls calls;
    private final ResourceTransitions endings;
    private final Verification verification;
    private final Vault vault;
    private final HandlerContexts contexts;

    ActionSteps(
            HandlerCalls calls,
            ResourceTransitions endings,
            Verification verification,
            Vault vault,
            HandlerContexts contexts) {
        this.calls = calls;
        this.endings = endings;
        this.verification = verification;
        this.vault = vault;
        this.contexts = contexts;
    }

    Step step(StepContext work) {
        String token = work.operation().id().toString();
        ActionInput asked = ActionInput.decode(work.operation().input());
        Optional<Action> action = work.type().registration().action(asked.action());
        if (action.isEmpty() || !(work.type().handler() instanceof Actionable handler)) {
            return fail(work, ErrorCode.INTERNAL_FAILURE, "The type no longer has the action " + asked.action() + ".");
        }
        Act request = new Act(
                action.get().name(),
                work.identifierModel(),
                work.resource().whole(work.type().schema(), vault),
                asked.open(vault, token),
                work.memory().memo());
        HandlerAnswer answer = calls.call(
                new CallTarget(work.operation().id(), work.type().name(), request.action()),
                HandlerCalls.CHANGE,
                () -> handler.act(request, contexts.of(work, token, HandlerCalls.CHANGE)));
        return switch (answer) {
            case HandlerAnswer.Overran() ->
                new Step.Retry(
                        new Failure(ErrorCode.SERVICE_TIMEOUT, "The handler did not answer in time."),
                        work.operation().progress(),
                        endings.afterAction(work, Optional.empty()));
            case HandlerAnswer.Progressed(var progress, var _) -> answered(work, action.get(), progress);
        };
    }

    private Step answered(StepContext work, Action action, Progress progress) {
        return switch (progress) {
            case Progress.Done(var output) -> {
                Optional<String> wrong = action.outputFault(output);
                yield wrong.isEmpty()
                        ? succeeded(work, action, output)
                        : fail(work, ErrorCode.INTERNAL_FAILURE, wrong.get());
            }
            case Progress.Again(var _, var after, var memo, var percent, var message) ->
                new Step.Again(
                        after.isNegative() ? Duration.ZERO : after,
                        work.memory()
                                .after(Documents.empty(), memo)
                                .seal(vault, work.operation().id().toString()),
                        percent,
                        message,
                        Change.none());
            case Progress.Failed(var code, var message) ->
                code.retryable()
                        ? new Step.Retry(
                                new Failure(code, message),
                                work.operation().progress(),
                                endings.afterAction(work, Optional.empty()))
                        : fail(work, code, message);
            case Progress.Gone() ->
                fail(work, ErrorCode.INTERNAL_FAILURE, "The handler answered an action as if it were a delete.");
        };
    }

    private Step succeeded(StepContext work, Action action, ObjectNode output) {
        Change after = endings.afterAction(work, verification.look(work));
        if (action.output().isEmpty()) {
            return new Step.Succeed(after);
        }
        byte[] sealed =
                vault.seal(Documents.bytes(output), work.operation().id().toString());
        return new Step.Answer(sealed, after);
    }

    private Step fail(StepContext work, ErrorCode code, String message) {
        return new Step.Fail(new Failure(code, message), endings.afterAction(work, verification.look(work)));
    }
}
