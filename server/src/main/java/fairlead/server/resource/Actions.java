package fairlead.server.resource;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.handler.Tags;
import fairlead.schema.Finding;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.InternalClient;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.secret.Vault;
import fairlead.server.type.Types;
import fairlead.server.type.definition.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The actions on resources.
///
/// Implements "Call Action POST" of the "Azure resource provider contract". A synchronous action is one call of the
/// handler within the request: neither what goes in nor what comes out is stored, and the resource's record is as it
/// was. An asynchronous one is an operation like a change.
public final class Actions {

    private final HandlerInvoker handlers;
    private final Resources resources;
    private final Operations operations;
    private final Types types;
    private final Vault vault;
    private final Supplier<UUID> ids;

    /// @param ids makes the tokens of synchronous actions, unguessable ones
    public Actions(
            Resources resources,
            Operations operations,
            Types types,
            Vault vault,
            HandlerInvoker handlers,
            Supplier<UUID> ids) {
        this.handlers = handlers;
        this.resources = resources;
        this.operations = operations;
        this.types = types;
        this.vault = vault;
        this.ids = ids;
    }

    /// The result of an action.
    public sealed interface Result {

        /// It is done.
        ///
        /// @param output empty for an action that declares none
        record Done(Optional<ObjectNode> output) implements Result {}

        /// It is durable and under way.
        record Accepted(Operation operation) implements Result {}
    }

    public Result act(ActionRequest request) {
        requireValid(request.action(), request.input());
        return switch (request.action().mode()) {
            case SYNC -> new Result.Done(call(request));
            case ASYNC ->
                switch (resources.act(request)) {
                    case Outcome.Accepted accepted -> new Result.Accepted(accepted.operation());
                    case Outcome.Done(var resource, var _) ->
                        new Result.Done(resource.operation().flatMap(this::output));
                    case Outcome.Deleted(), Outcome.Absent(), Outcome.Pending _ -> new Result.Done(Optional.empty());
                };
        };
    }

    /// What an asynchronous action that has succeeded gave.
    public Optional<ObjectNode> output(OperationId operation) {
        return operations.output(operation).map(kept -> Documents.object(vault.open(kept, operation.toString())));
    }

    static void requireValid(Action action, ObjectNode input) {
        List<Problem.Detail> wrong = new ArrayList<>();
        if (action.input().isPresent()) {
            action.input().get().validate(input).stream()
                    .filter(Finding::isError)
                    .forEach(finding ->
                            wrong.add(new Problem.Detail(finding.id(), finding.message(), finding.pointer())));
        } else {
            input.propertyNames()
                    .forEach(name -> wrong.add(new Problem.Detail(
                            "model.unknown-property", "the action takes no input, found '" + name + "'", "/" + name)));
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }

    private Optional<ObjectNode> call(ActionRequest request) {
        Resource present = resources.get(request.id());
        if (present.identifier().isEmpty()
                || present.state() == ProvisioningState.CREATING
                || present.state() == ProvisioningState.DELETING) {
            throw notReady(present);
        }
        if (!(request.type().handler() instanceof Actionable handler)) {
            throw failed(ErrorCode.INTERNAL_FAILURE, "The handler carries out no actions.");
        }
        resources.announce(request, present);
        OperationId token = new OperationId(ids.get());
        Act act = new Act(
                request.action().name(),
                request.type().schema().parseIdentifier(present.identifier().get()),
                present.whole(request.type().schema(), vault),
                request.input(),
                Optional.empty());
        HandlerInvocation invocation =
                HandlerInvocation.of(request.type(), token, context -> about(request, present, context));
        return output(
                request.action(),
                handlers.act(
                        invocation,
                        handler,
                        request.action(),
                        act,
                        request.action().limit()));
    }

    static ProblemException notReady(Resource present) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.RESOURCE_NOT_READY,
                "The resource '" + present.id() + "' is "
                        + present.state().word().toLowerCase(Locale.ROOT)
                        + "; the action needs one that is there."));
    }

    static Optional<ObjectNode> output(Action action, HandlerResult.OfChange result) {
        return switch (result) {
            case HandlerResult.Done(var output) -> action.output().map(_ -> output);
            case HandlerResult.InProgress _ ->
                throw failed(
                        ErrorCode.INTERNAL_FAILURE, "The handler asked to be called again for a synchronous action.");
            case HandlerResult.Overran _ ->
                throw failed(
                        ErrorCode.SERVICE_TIMEOUT,
                        "The action did not end within its time limit. What it did is unknown.");
            case HandlerResult.NotDone failed ->
                throw new ProblemException(new Problem.OperationFailed(
                        failed.failure().code(), failed.failure().message()));
        };
    }

    static ProblemException failed(ErrorCode code, String message) {
        return new ProblemException(new Problem.OperationFailed(code, message));
    }

    private Context.Builder about(ActionRequest request, Resource present, Context.Builder context) {
        Map<String, String> tags = Documents.texts(present.tags());
        return context.in(present.id().subscription(), present.location())
                .name(present.id().name())
                .tags(new Tags(tags, tags))
                .id(present.id().toString())
                .sku(Documents.object(present.sku()))
                .client(new InternalClient(resources, types, request.caller(), present.id(), Optional.empty()));
    }
}
