package fairlead.server.arm;

import fairlead.schema.HandlerKind;
import fairlead.schema.TypeName;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Plane;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Actions;
import fairlead.server.resource.Resources;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.TypeVersion;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Operations as the protocol shows them: the operation resource, its result, and the list.
///
/// Implements "Operation Resource format" and "202 Accepted and Location Headers" of the "Azure resource provider
/// contract".
final class OperationRoutes {

    private static final String LOG = "log";

    private final Operations operations;
    private final Resources resources;
    private final Actions actions;
    private final AccountTypes types;
    private final Answers answers;
    private final Authorizer authorizer;

    OperationRoutes(
            Operations operations,
            Resources resources,
            Actions actions,
            AccountTypes types,
            Answers answers,
            Authorizer authorizer) {
        this.authorizer = authorizer;
        this.types = types;
        this.operations = operations;
        this.resources = resources;
        this.actions = actions;
        this.answers = answers;
    }

    Response answer(Request request, Address.OperationStatus address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Operation operation = find(request, address.subscription(), address.id());
        ObjectNode json = shown(operation, properties(operation), request.language());
        if (request.query("$expand").filter(LOG::equalsIgnoreCase).isPresent()) {
            json.set(LOG, OperationJson.of(operations.log(operation.id())));
        }
        return switch (operation.state()) {
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                answers.withRest(Answers.json(200, json), operation);
            case OperationState.Succeeded _ -> Answers.json(200, json);
            case OperationState.Failed _, OperationState.Canceled _ -> Answers.told(request, json);
        };
    }

    Response answer(Request request, Address.OperationResult address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Operation operation = find(request, address.subscription(), address.id());
        return switch (operation.state()) {
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                answers.running(request, operation);
            case OperationState.Succeeded _ -> result(operation);
            case OperationState.Failed failed -> throw new ProblemException(OperationProblems.of(failed.failure()));
            case OperationState.Canceled _ ->
                throw new ProblemException(
                        new Problem.OperationFailed(ProblemCode.OPERATION_CANCELED, OperationJson.CANCELED));
        };
    }

    Response answer(Request request, Address.OperationList address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Optional<Operation> before = paging.after().flatMap(OperationId::parse).flatMap(operations::find);
        List<Operation> found = operations.list(address.subscription(), before, paging.limit() + 1);
        List<Operation> page = found.subList(0, Math.min(found.size(), paging.limit()));
        ListJson list = new ListJson();
        Language language = request.language();
        ReadableResources readable = new ReadableResources(authorizer, request.caller());
        page.stream()
                .filter(operation -> readable.test(operation.subjectId()))
                .forEach(operation -> list.add(shown(operation, Optional.empty(), language)));
        Response response = list.end(
                found.size() > page.size()
                        ? Optional.of(Paging.next(request, page.getLast().id().toString()))
                        : Optional.empty());
        return ErrorDocument.inLanguage(response, language.tag());
    }

    private ObjectNode shown(Operation operation, Optional<byte[]> properties, Language language) {
        ObjectNode json = OperationJson.of(operation, properties, language);
        return plane(operation) == Plane.DATA ? json.put("isDataAction", true) : json;
    }

    /// Where a change of a resource belongs, as the type says now. Which action an operation was is not kept.
    private Plane plane(Operation operation) {
        Optional<HandlerKind> handler = switch (operation.kind()) {
            case CREATE -> Optional.of(HandlerKind.CREATE);
            case UPDATE -> Optional.of(HandlerKind.UPDATE);
            case DELETE -> Optional.of(HandlerKind.DELETE);
            case ACTION, DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK -> Optional.empty();
        };
        return handler.flatMap(kind -> types.of(operation.subscription())
                        .find(TypeName.parse(operation.typeName()))
                        .map(type -> type.current().registration().plane(kind)))
                .orElse(Plane.CONTROL);
    }

    /// Asks the operation to stop. One that has ended can't be; it is a conflict, and nothing changes.
    Response answer(Request request, Address.OperationCancel address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        ReadableResources permitted = new ReadableResources(authorizer, request.caller());
        return canceled(
                request,
                find(address.subscription(), address.id(), operation -> permitted.isWritable(operation.subjectId())));
    }

    /// The same, for whatever is under way on a resource.
    Response answer(Request request, Address.ResourceCancel address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        Operation operation = resources
                .get(address.id())
                .operation()
                .flatMap(operations::find)
                .orElseThrow(() -> new ProblemException(new Problem.Conflict(
                        ProblemCode.OPERATION_NOT_CANCELABLE, "Nothing is under way on '" + address.id() + "'.")));
        return canceled(request, operation);
    }

    private Response canceled(Request request, Operation operation) {
        if (operation.state().terminal() || !operations.cancel(operation.id())) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.OPERATION_NOT_CANCELABLE, "The operation '" + operation.id() + "' has ended already."));
        }
        return answers.accepted(request, operation);
    }

    /// What the request would have been answered if it had waited for its end.
    private Response result(Operation operation) {
        if (operation.kind() == OperationKind.DELETE || operation.kind().isOnGroup()) {
            return Response.empty(204);
        }
        if (operation.kind() == OperationKind.ACTION) {
            return ActionRoutes.done(actions.output(operation.id()));
        }
        Resource resource = subject(operation)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_NOT_FOUND,
                        "The resource '" + operation.subjectId() + "' has been deleted since.")));
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        return answers.resource(operation.kind() == OperationKind.CREATE ? 201 : 200, resource, type);
    }

    /// What a successful operation shows besides: the properties that the resource has now, or what an action
    /// gave.
    private Optional<byte[]> properties(Operation operation) {
        if (!(operation.state() instanceof OperationState.Succeeded)) {
            return Optional.empty();
        }
        return operation.kind() == OperationKind.ACTION
                ? actions.output(operation.id()).map(JsonMapper.shared()::writeValueAsBytes)
                : subject(operation).map(Resource::properties);
    }

    /// The resource that the operation was about, unless it has been deleted. It may have moved, and another one may
    /// have its address by now.
    private Optional<Resource> subject(Operation operation) {
        if (operation.kind().isOnGroup()) {
            return Optional.empty();
        }
        return resources
                .find(ResourceId.parse(operation.subjectId()))
                .filter(resource ->
                        !resource.recorded() || resource.uid().toString().equals(operation.subject()))
                .or(() -> resources.find(UUID.fromString(operation.subject())));
    }

    private Operation find(Request request, String subscription, Optional<OperationId> id) {
        ReadableResources readable = new ReadableResources(authorizer, request.caller());
        return find(subscription, id, operation -> readable.test(operation.subjectId()));
    }

    /// @param permitted of which operations the caller may know, or do what it asks for
    private Operation find(String subscription, Optional<OperationId> id, Predicate<Operation> permitted) {
        return id.flatMap(operations::find)
                .filter(operation -> operation.subscription().equals(subscription))
                .filter(permitted)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.OPERATION_NOT_FOUND,
                        "The operation was not found: it never was, or ended long ago.")));
    }
}
