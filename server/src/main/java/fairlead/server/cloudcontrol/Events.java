package fairlead.server.cloudcontrol;

import fairlead.handler.ErrorCode;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.type.hook.HookResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Operations as progress events.
final class Events {

    /// The words of the protocol, and the states that they stand for.
    private static final Map<String, String> STATES = Map.of(
            "PENDING", "Accepted",
            "IN_PROGRESS", "Running",
            "CANCEL_IN_PROGRESS", "Canceling",
            "SUCCESS", "Succeeded",
            "FAILED", "Failed",
            "CANCEL_COMPLETE", "Canceled");

    static final List<String> STATUSES =
            List.of("PENDING", "IN_PROGRESS", "SUCCESS", "FAILED", "CANCEL_IN_PROGRESS", "CANCEL_COMPLETE");

    static final List<String> OPERATIONS = List.of("CREATE", "DELETE", "UPDATE");

    private static final int LONGEST_MESSAGE = 2048;

    private Events() {}

    static String state(String status) {
        return STATES.getOrDefault(status, "");
    }

    static String status(OperationState state) {
        return switch (state) {
            case OperationState.Accepted() -> "PENDING";
            case OperationState.Running() -> "IN_PROGRESS";
            case OperationState.Canceling() -> "CANCEL_IN_PROGRESS";
            case OperationState.Succeeded _ -> "SUCCESS";
            case OperationState.Failed _ -> "FAILED";
            case OperationState.Canceled _ -> "CANCEL_COMPLETE";
        };
    }

    /// The event of an operation on a resource. A create names a resource only once the handler has said that it is
    /// this request's own: Terraform destroys what a failed create has named.
    ///
    /// @param now when to ask again while the operation goes on: at once, for the answer is held until it ends
    static ObjectNode of(Operation operation, Instant now) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("TypeName", operation.typeName());
        operation.identifier().ifPresent(identifier -> event.put("Identifier", identifier));
        event.put("RequestToken", operation.id().toString());
        event.put("Operation", operation.kind().name());
        event.put("OperationStatus", operation.waitsForApproval() ? "PENDING" : status(operation.state()));
        switch (operation.state()) {
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> {
                event.put("EventTime", seconds(operation.createdAt()));
                if (!operation.message().isEmpty()) {
                    event.put("StatusMessage", shortened(operation.message()));
                }
                event.put("RetryAfter", seconds(now));
            }
            case OperationState.Succeeded(var at) -> event.put("EventTime", seconds(at));
            case OperationState.Canceled(var at) -> event.put("EventTime", seconds(at));
            case OperationState.Failed(var at, var failure) -> {
                event.put("EventTime", seconds(at));
                event.put("ErrorCode", code(failure));
                event.put("StatusMessage", shortened(failure.message()));
            }
        }
        return event;
    }

    /// What a hook has said of a change.
    ///
    /// @param arn of the hook
    static ObjectNode of(HookResult result, String arn) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("HookTypeName", result.asked().hook().toString());
        event.put("HookTypeVersionId", "%08d".formatted(result.asked().version()));
        event.put("HookTypeArn", arn);
        event.put("InvocationPoint", "PRE_PROVISION");
        event.put("HookStatus", result.verdict().status().name());
        event.put("HookEventTime", seconds(result.invokedAt()));
        event.put("HookStatusMessage", shortened(result.verdict().message()));
        event.put("FailureMode", result.asked().failureMode());
        return event;
    }

    /// Only the codes that the protocol has; a broken rule of the contract is the handler's own failure.
    private static String code(Failure failure) {
        return failure.code()
                .ofHandler()
                .map(code -> switch (code) {
                    case HANDLER_INTERNAL_FAILURE -> ErrorCode.INTERNAL_FAILURE;
                    case INVALID_TYPE_CONFIGURATION -> ErrorCode.INVALID_REQUEST;
                    default -> code;
                })
                .orElse(ErrorCode.INTERNAL_FAILURE)
                .wireName();
    }

    private static BigDecimal seconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), 3);
    }

    /// Never in the middle of a surrogate pair, which nothing can write.
    private static String shortened(String text) {
        if (text.length() <= LONGEST_MESSAGE) {
            return text;
        }
        int end = LONGEST_MESSAGE - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
