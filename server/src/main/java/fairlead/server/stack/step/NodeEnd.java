package fairlead.server.stack.step;

import fairlead.handler.ErrorCode;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode.Verb;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// How a change of a node's resource has ended, or begun.
public sealed interface NodeEnd {

    /// It goes on.
    record Running() implements NodeEnd {}

    /// It can't begin now, and may later.
    record Later(Duration after) implements NodeEnd {}

    /// It has succeeded.
    ///
    /// @param identifier of the resource, if the operation has told it
    record Succeeded(Optional<String> identifier) implements NodeEnd {}

    /// It has failed.
    ///
    /// @param code of the handler, if it has said one
    record Failed(Optional<ErrorCode> code, String reason) implements NodeEnd {

        public boolean is(ErrorCode asked) {
            return code.filter(asked::equals).isPresent();
        }
    }

    /// It was stopped.
    record Canceled() implements NodeEnd {}

    /// As it is.
    ///
    /// @param verb what the operation does with the node
    static NodeEnd of(Operation operation, Verb verb) {
        return switch (operation.state()) {
            case OperationState.Succeeded _ -> new Succeeded(operation.identifier());
            case OperationState.Failed(var _, var failure) -> failed(failure, operation, verb);
            case OperationState.Canceled _ -> new Canceled();
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> new Running();
        };
    }

    private static NodeEnd failed(Failure failure, Operation operation, Verb verb) {
        if (operation.kind() == OperationKind.STACK) {
            if (!operation.typeName().equals(Stack.TYPE)) {
                return new Failed(Optional.empty(), failure.message());
            }
            String name = operation.identifier().orElse(operation.target().subject());
            return new Failed(Optional.empty(), Texts.embedded(failure.message(), name, verb));
        }
        return new Failed(failure.code().ofHandler(), Texts.failure(failure, operation.id()));
    }

    /// Why it was refused.
    ///
    /// @param node the key of the node
    static NodeEnd of(Problem problem, String node) {
        boolean passes = problem instanceof Problem.Busy || problem.status() == 429 || problem.status() == 503;
        if (passes) {
            return new Later(Duration.ofMillis(300));
        }
        if (problem instanceof Problem.InvalidBody(var details)) {
            String all = details.stream()
                    .map(detail -> "#" + place(detail.target()) + ": " + detail.message())
                    .collect(Collectors.joining(", "));
            return new Failed(
                    Optional.of(ErrorCode.INVALID_REQUEST),
                    "Properties validation failed for resource " + node + " with message: [" + all + "]");
        }
        return new Failed(problem.code().ofHandler(), problem.message());
    }

    private static String place(String target) {
        return target.startsWith("/properties/") ? target.substring("/properties".length()) : target;
    }
}
