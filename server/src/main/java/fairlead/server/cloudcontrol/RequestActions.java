package fairlead.server.cloudcontrol;

import fairlead.server.access.Authorizer;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationFilter;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.problem.ProblemCode;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.type.hook.HookResult;
import fairlead.server.type.hook.HookResults;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The actions on requests, which are operations: how one is, which there are, and that one is to stop.
final class RequestActions {

    private static final int PAGE = 20;

    private final Operations operations;
    private final HookResults hooks;
    private final Arns arns;
    private final Clock clock;
    private final Authorizer authorizer;

    RequestActions(Operations operations, HookResults hooks, Arns arns, Clock clock, Authorizer authorizer) {
        this.arns = arns;
        this.hooks = hooks;
        this.authorizer = authorizer;
        this.operations = operations;
        this.clock = clock;
    }

    /// What is under way is told once it has ended, if that is soon.
    ObjectNode status(SignedCall call) {
        Operation operation = find(call, readable(call));
        ObjectNode answer = event(operation.state().terminal() ? operation : ended(call, operation));
        String request = operation.origin().requestId();
        List<HookResult> said = hooks.of(request);
        if (!said.isEmpty()) {
            answer.withObjectProperty("ProgressEvent").put("HooksRequestToken", request);
            ArrayNode events = answer.putArray("HooksProgressEvent");
            said.forEach(result -> events.add(Events.of(result, arn(call, result))));
        }
        return answer;
    }

    /// In the account whose subscription it is, as the registry names hooks.
    private String arn(SignedCall call, HookResult result) {
        return "arn:aws:cloudformation:" + call.location() + ":" + arns.account(call.subscription()) + ":type/hook/"
                + result.asked().hook().toString().replace("::", "-");
    }

    private Operation ended(SignedCall call, Operation operation) {
        return operations.await(operation.id(), call.abandoned()).orElse(operation);
    }

    /// One that has been cancelled may be cancelled again; one that has ended otherwise can't be.
    ObjectNode cancel(SignedCall call) {
        ReadableResources permitted = new ReadableResources(authorizer, call.caller());
        Operation operation = find(call, found -> permitted.isWritable(found.subjectId()));
        if (!operation.state().terminal()) {
            operations.cancel(operation.id());
            operation = operations.find(operation.id()).orElse(operation);
        }
        if (operation.state() instanceof OperationState.Succeeded
                || operation.state() instanceof OperationState.Failed) {
            throw CloudControlErrors.invalid(
                    "Request " + operation.id() + " is already in status " + Events.status(operation.state()));
        }
        return event(operation);
    }

    ObjectNode list(SignedCall call) {
        int most = call.members().number("MaxResults", 1, 100, PAGE);
        Optional<String> token = call.members().text("NextToken", Members.Form.of(1, 2048, "[-A-Za-z0-9+/=]+"));
        List<String> kinds = call.members().words("ResourceRequestStatusFilter", "Operations", Events.OPERATIONS);
        List<String> statuses =
                call.members().words("ResourceRequestStatusFilter", "OperationStatuses", Events.STATUSES);
        call.members().check();
        OperationFilter filter = new OperationFilter(
                call.subscription(),
                call.location(),
                kinds.stream().map(OperationKind::valueOf).collect(Collectors.toSet()),
                statuses.stream().map(Events::state).collect(Collectors.toSet()));
        Optional<Operation> before = token.map(text -> OperationId.parse(text)
                .flatMap(operations::find)
                .orElseThrow(() -> CloudControlErrors.invalid("The NextToken was not given by this list.")));
        return page(operations.list(filter, before, most + 1), most, readable(call));
    }

    private Predicate<Operation> readable(SignedCall call) {
        ReadableResources readable = new ReadableResources(authorizer, call.caller());
        return operation -> readable.test(operation.subjectId());
    }

    private ObjectNode page(List<Operation> found, int most, Predicate<Operation> shown) {
        List<Operation> page = found.subList(0, Math.min(found.size(), most));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode summaries = answer.putArray("ResourceRequestStatusSummaries");
        page.stream().filter(shown).forEach(operation -> summaries.add(Events.of(operation, clock.instant())));
        if (found.size() > page.size()) {
            answer.put("NextToken", page.getLast().id().toString());
        }
        return answer;
    }

    /// @param permitted of which the caller may know, or do what it asks for
    private Operation find(SignedCall call, Predicate<Operation> permitted) {
        String token = call.members().required("RequestToken", Members.TOKEN);
        call.members().check();
        return OperationId.parse(token)
                .flatMap(operations::find)
                .filter(operation -> operation.subscription().equals(call.subscription())
                        && operation.location().equals(call.location())
                        && Events.OPERATIONS.contains(operation.kind().name()))
                .filter(permitted)
                .orElseThrow(() -> CloudControlErrors.refused(
                        ProblemCode.REQUEST_TOKEN_NOT_FOUND_EXCEPTION,
                        "Request with token " + token + " was not found"));
    }

    ObjectNode event(Operation operation) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("ProgressEvent", Events.of(operation, clock.instant()));
        return answer;
    }
}
