package fairlead.server.resource.call;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.secret.Vault;
import fairlead.server.type.Types;
import fairlead.server.type.definition.Action;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Calls handlers for the steps of an operation: the context tells the handler about the step's resource, and the
/// callback context of its last answer goes back to it.
public final class StepHandlers {

    private final HandlerInvoker handlers;
    private final Types types;
    private final ResourceVerbs resources;
    private final Vault vault;

    /// @param resources for the client that a handler gets, with which it calls the control plane
    /// @param vault has the write-only values
    public StepHandlers(HandlerInvoker handlers, Types types, ResourceVerbs resources, Vault vault) {
        this.handlers = handlers;
        this.types = types;
        this.resources = resources;
        this.vault = vault;
    }

    /// @param desired write-only values included
    /// @param token the same for the same resource, always
    /// @param told the identifier that is known of the resource
    public HandlerResult.OfChange create(StepContext work, ObjectNode desired, String token, Optional<String> told) {
        return create(invocation(work, token), work, desired, told);
    }

    /// As [#create], of what another operation has asked for before: this is not the first attempt.
    public HandlerResult.OfChange createAgain(
            StepContext work, ObjectNode desired, String token, Optional<String> told) {
        HandlerInvocation invocation = new HandlerInvocation(
                work.type(),
                work.guard(),
                work.operation().id(),
                token,
                context -> about(work, context).attempt(work.operation().attempt() + 1));
        return create(invocation, work, desired, told);
    }

    private HandlerResult.OfChange create(
            HandlerInvocation invocation, StepContext work, ObjectNode desired, Optional<String> told) {
        Create request = new Create(desired, work.memory().memo(), work.memory().reached());
        return handlers.create(invocation, request, told);
    }

    /// @param token as of [#create]
    public HandlerResult.OfChange update(
            StepContext work, Updatable handler, ObjectNode desired, ObjectNode previous, String token) {
        Update request = new Update(
                work.identifierModel(), desired, previous, work.memory().memo());
        return handlers.update(invocation(work, token), handler, request, work.identifier());
    }

    /// @param token as of [#create]
    public HandlerResult.OfDelete delete(StepContext work, String identifier, String token) {
        ObjectNode model = request(work, work.type().schema().parseIdentifier(identifier));
        return handlers.delete(
                invocation(work, token), new Delete(model, work.memory().memo()));
    }

    public HandlerResult.OfRead read(StepContext work, ObjectNode identifier) {
        return handlers.read(invocation(work), request(work, identifier));
    }

    public HandlerResult.OfRead read(StepContext work, String identifier) {
        return read(work, work.type().schema().parseIdentifier(identifier));
    }

    public HandlerResult.OfChange act(StepContext work, Actionable handler, Action action, Act request) {
        return handlers.act(invocation(work), handler, action, request, HandlerCalls.CHANGE);
    }

    private ObjectNode request(StepContext work, ObjectNode identifier) {
        return work.resource().request(work.type().schema(), identifier, vault);
    }

    /// On whose behalf a handler is asked outside of the operation's own calls.
    public HandlerInvocation invocation(StepContext work) {
        return invocation(work, work.operation().id().toString());
    }

    private HandlerInvocation invocation(StepContext work, String token) {
        return new HandlerInvocation(
                work.type(), work.guard(), work.operation().id(), token, context -> about(work, context));
    }

    private Context.Builder about(StepContext work, Context.Builder context) {
        Resource resource = work.resource();
        return context.in(resource.id().subscription(), resource.location())
                .name(resource.id().name())
                .tags(tags(work.operation(), resource))
                .attempt(work.operation().attempt())
                .id(resource.id().toString())
                .sku(Documents.object(resource.sku()))
                .client(new InternalClient(
                        resources,
                        types,
                        OperationCaller.of(work.operation()),
                        resource.id(),
                        Optional.of(work.operation().id())));
    }

    /// The tags that the resource is to have, and those that it had.
    public static Tags tags(Operation operation, Resource resource) {
        Map<String, String> desired = Documents.texts(resource.tags());
        boolean known = operation.kind() == OperationKind.UPDATE && operation.input().length > 0;
        Map<String, String> previous =
                known ? Documents.texts(PriorState.decode(operation.input()).tags()) : desired;
        return new Tags(desired, operation.kind() == OperationKind.CREATE ? Map.of() : previous);
    }
}
