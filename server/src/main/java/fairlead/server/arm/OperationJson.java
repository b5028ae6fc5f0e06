package fairlead.server.arm;

import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationLog;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Language;
import fairlead.server.problem.ProblemCode;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.ResourceGroup;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// The operation resource.
final class OperationJson {

    static final String CANCELED = "The operation was canceled.";

    private OperationJson() {}

    /// @param properties what a successful operation shows besides: the resource's properties or an action's output
    /// @param language in which a failure is told; it is stored in English
    static ObjectNode of(Operation operation, Optional<byte[]> properties, Language language) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", Answers.statusPath(operation));
        json.put("name", operation.id().toString());
        json.put("status", status(operation));
        json.put("kind", operation.kind().wireName());
        json.put("resourceId", operation.subjectId());
        json.put("resourceType", type(operation));
        json.put("startTime", operation.createdAt().toString());
        switch (operation.state()) {
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                operation.percent().ifPresent(percent -> json.put("percentComplete", percent));
            case OperationState.Succeeded(var at) -> {
                json.put("endTime", at.toString());
                json.put("percentComplete", 100.0);
                properties.ifPresent(shown -> json.putRawValue("properties", raw(shown)));
            }
            case OperationState.Failed(var at, var failure) -> error(json, at, failure, language);
            case OperationState.Canceled(var at) ->
                error(json, at, new Failure(ProblemCode.OPERATION_CANCELED, CANCELED), language);
        }
        return json;
    }

    /// What an operation's calls have printed.
    static ObjectNode of(OperationLog log) {
        return JsonNodeFactory.instance.objectNode().put("text", log.text()).put("omittedCharacters", log.omitted());
    }

    /// One that waits until it is approved says so.
    private static String status(Operation operation) {
        return operation.waitsForApproval()
                ? Operation.PENDING_APPROVAL
                : operation.state().word();
    }

    private static String type(Operation operation) {
        return operation.kind().isOnGroup()
                ? ResourceGroup.TYPE
                : ResourceId.parse(operation.subjectId()).type().toString();
    }

    private static RawValue raw(byte[] json) {
        return new RawValue(new String(json, StandardCharsets.UTF_8));
    }

    private static void error(ObjectNode json, Instant at, Failure failure, Language language) {
        json.put("endTime", at.toString());
        ObjectNode error = json.putObject("error")
                .put("code", failure.code().text())
                .put("message", language.tell(failure.code().text(), failure.message()));
        if (!failure.details().isEmpty()) {
            ArrayNode details = error.putArray("details");
            failure.details()
                    .forEach(part -> details.addObject()
                            .put("code", part.code().text())
                            .put("target", part.target())
                            .put("message", language.tell(part.code().text(), part.message())));
        }
    }
}
