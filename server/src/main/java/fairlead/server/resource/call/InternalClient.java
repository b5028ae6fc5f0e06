package fairlead.server.resource.call;

import fairlead.handler.Client;
import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.CreatedFor;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls of the control plane by a handler, on behalf of the resource that it handles.
///
/// Implements "Correlating resources created on behalf of customer" of the "Azure resource provider contract": the
/// tag is set by every PUT, and [CreatedFor] keeps it.
public final class InternalClient implements Client {

    private final ResourceVerbs resources;
    private final Types types;
    private final Caller caller;
    private final ResourceId behalf;
    private final Optional<OperationId> operation;

    /// @param caller the one on whose behalf the handler works
    /// @param behalf the resource that is handled
    /// @param operation whose step makes the call; empty outside of operations
    public InternalClient(
            ResourceVerbs resources, Types types, Caller caller, ResourceId behalf, Optional<OperationId> operation) {
        this.resources = resources;
        this.types = types;
        this.caller = caller;
        this.behalf = behalf;
        this.operation = operation;
    }

    /// The client of a call that a step of an operation makes; empty for others.
    public static Optional<InternalClient> of(Context context) {
        return context.client() instanceof InternalClient client ? Optional.of(client) : Optional.empty();
    }

    /// On whose behalf the handler works.
    public Caller caller() {
        return caller;
    }

    /// The operation whose step makes the call; empty outside of operations.
    public Optional<OperationId> operation() {
        return operation;
    }

    /// The resource that is handled.
    public ResourceId behalf() {
        return behalf;
    }

    @Override
    public ObjectNode put(String id, ObjectNode resource) {
        return told(() -> {
            ResourceId address = address(id);
            Caller permitted = permitted(Action.write(address.type().toString()), address);
            resources.find(address).ifPresent(this::requireOwn);
            TypeVersion type = type(address);
            ObjectNode properties = object(resource.path("properties"));
            Optional<ObjectNode> given = resource.optional("tags").map(InternalClient::object);
            ObjectNode tags = TagProperty.beside(type.schema(), given, properties);
            tags.put(CREATED_FOR, behalf.toString());
            Put put = Put.of(
                    permitted,
                    address,
                    type,
                    Put.Body.of(resource.optional("location").map(JsonNode::asString), tags, properties));
            return switch (resources.put(put, Duration.ZERO)) {
                case Outcome.Done(var now, var _) -> envelope(now);
                case Outcome.Accepted(var now, var _, var _) -> envelope(now);
                case Outcome.Deleted(), Outcome.Absent(), Outcome.Pending _ ->
                    throw new HandlerException(ErrorCode.RESOURCE_CONFLICT, id + " has been deleted since.");
            };
        });
    }

    @Override
    public Optional<ObjectNode> get(String id) {
        return told(() -> {
            ResourceId address = address(id);
            permitted(Action.read(address.type().toString()), address);
            return resources.find(address).map(InternalClient::envelope);
        });
    }

    @Override
    public boolean delete(String id) {
        return told(() -> {
            ResourceId address = address(id);
            Caller permitted = permitted(Action.delete(address.type().toString()), address);
            Optional<Resource> present = resources.find(address);
            if (present.isEmpty()) {
                return true;
            }
            requireOwn(present.get());
            Delete delete = new Delete(permitted, address, type(address), Preconditions.NONE);
            return !(resources.delete(delete, Duration.ZERO) instanceof Outcome.Accepted);
        });
    }

    /// A handler may do no more than the caller on whose behalf it works. An operation that was begun before there was
    /// sign-in names no principal, and is decided as one of development mode.
    private Caller permitted(Action action, ResourceId id) {
        Authorizer authorizer = resources.authorizer();
        boolean unknown = caller.principal().id().equals(Principal.UNKNOWN);
        return authorizer.isOpen() || unknown
                ? caller
                : caller.with(authorizer.require(caller, action, new AccessScope(id.toString())));
    }

    private void requireOwn(Resource present) {
        String owner = CreatedFor.of(present).orElse("");
        if (!owner.equalsIgnoreCase(behalf.toString())) {
            throw new HandlerException(
                    ErrorCode.ALREADY_EXISTS, "'" + present.id() + "' was not created for '" + behalf + "'.");
        }
    }

    private ResourceId address(String id) {
        ResourceId asked = ResourceId.parse(id);
        return asked.typed(type(asked).armType());
    }

    private TypeVersion type(ResourceId id) {
        return types.offeredTo(id.subscription())
                .findArmType(id.type().key())
                .orElseThrow(
                        () -> new HandlerException(ErrorCode.INVALID_REQUEST, "There is no type '" + id.type() + "'."))
                .current();
    }

    private static ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object.deepCopy() : Documents.empty();
    }

    private static ObjectNode envelope(Resource resource) {
        ObjectNode envelope = Documents.empty();
        envelope.put("id", resource.id().toString());
        envelope.put("name", resource.id().name());
        envelope.put("type", resource.id().type().toString());
        if (resource.tracked()) {
            envelope.put("location", resource.location());
            envelope.set("tags", Documents.object(resource.tags()));
        }
        ObjectNode properties = Documents.object(resource.properties());
        properties.put("provisioningState", resource.state().word());
        envelope.set("properties", properties);
        return envelope;
    }

    private static final Map<Integer, ErrorCode> CODES = Map.of(
            400, ErrorCode.INVALID_REQUEST,
            403, ErrorCode.ACCESS_DENIED,
            404, ErrorCode.NOT_FOUND,
            429, ErrorCode.THROTTLING,
            503, ErrorCode.SERVICE_INTERNAL_ERROR);

    /// A refusal in the words of handlers.
    private static <T> T told(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException malformed) {
            throw new HandlerException(ErrorCode.INVALID_REQUEST, String.valueOf(malformed.getMessage()), malformed);
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            ErrorCode code = problem instanceof Problem.Busy
                    ? ErrorCode.RESOURCE_CONFLICT
                    : CODES.getOrDefault(problem.status(), ErrorCode.GENERAL_SERVICE_EXCEPTION);
            throw new HandlerException(code, problem.code().text() + ": " + problem.message(), refused);
        }
    }
}
