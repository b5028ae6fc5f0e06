package fairlead.server.stack.custom;

import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.FailureCode;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.CustomStore.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/// Asks an endpoint for a custom resource, and waits for its answer. A request that is not taken is sent again, later and
/// later, and one of which a crash has left unknown whether it was, too: endpoints recognize it by its `RequestId`.
public final class CustomTask implements Task {

    /// The type of custom resources, as operations call it.
    public static final String TYPE = "Fairlead.Control/stacks/customResources";

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final CustomParts parts;

    public CustomTask(CustomParts parts) {
        this.parts = parts;
    }

    static String owner(OperationId operation) {
        return "stack-custom-request/" + operation;
    }

    /// What carries out the operations of custom resources, and by another task all others.
    public Task orElse(Task others) {
        return new Task() {
            @Override
            public Step run(Operation operation) {
                return of(operation).run(operation);
            }

            @Override
            public Step run(Operation operation, Consumer<String> log) {
                return of(operation).run(operation, log);
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return of(operation).ended(operation, state);
            }

            private Task of(Operation operation) {
                return operation.typeName().equals(TYPE) ? CustomTask.this : others;
            }
        };
    }

    /// How often the request was sent, and whether it was taken.
    private record Sending(int attempts, boolean taken) {

        static Sending read(byte[] bytes) {
            return bytes.length == 0
                    ? new Sending(0, false)
                    : new Sending(
                            Documents.object(bytes).path("attempts").asInt(),
                            Documents.object(bytes).path("taken").asBoolean(false));
        }

        byte[] write() {
            return Documents.bytes(Documents.empty().put("attempts", attempts).put("taken", taken));
        }
    }

    @Override
    public Step run(Operation operation) {
        Optional<Answer> answer = answer(operation);
        if (answer.isPresent()) {
            return ended(operation, answer.get());
        }
        CustomCall call = CustomCall.read(parts.vault().open(operation.input(), owner(operation.id())));
        Duration left =
                call.timeout().minus(operation.execution().used().orElse(Duration.ZERO));
        if (!left.isPositive()) {
            return failed("CloudFormation did not receive a response from your Custom Resource. Please check your logs"
                    + " for requestId [" + operation.id() + "].");
        }
        Sending sending = Sending.read(operation.progress());
        return sending.taken() ? waiting(operation, sending, left) : sent(operation, call, sending, left);
    }

    private Optional<Answer> answer(Operation operation) {
        return parts.database()
                .read(transaction -> parts.tables().customs().find(transaction, operation.id()))
                .flatMap(asked -> asked.answer());
    }

    private Step sent(Operation operation, CustomCall call, Sending sending, Duration left) {
        int attempts = sending.attempts() + 1;
        try {
            int status = parts.endpoints().send(call.serviceToken(), Documents.bytes(call.body()));
            if (status / 100 == 2) {
                return waiting(operation, new Sending(attempts, true), left);
            }
            boolean passes = status >= 500 || status == 408 || status == 429;
            if (!passes) {
                return failed("The endpoint '" + call.serviceToken() + "' has refused the request with the status "
                        + status + ".");
            }
        } catch (IOException unreachable) {
            // It is tried again, until the time is over.
        }
        Duration pause = Duration.ofSeconds(1L << Math.min(attempts - 1, 6));
        Duration within = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
        return again(operation, new Sending(attempts, false), within.compareTo(left) > 0 ? left : within);
    }

    private Step waiting(Operation operation, Sending sending, Duration left) {
        return again(operation, sending, left);
    }

    private Step again(Operation operation, Sending sending, Duration pause) {
        UUID stack = UUID.fromString(operation.target().subject());
        return new Step.Again(
                pause, sending.write(), Optional.empty(), "attempt " + sending.attempts(), transaction -> {
                    parts.tables().stacks().lock(transaction, stack);
                    if (isAnswered(transaction, operation)) {
                        parts.operations().hasten(transaction, operation.id());
                    }
                });
    }

    private boolean isAnswered(Transaction transaction, Operation operation) {
        return parts.tables()
                .customs()
                .find(transaction, operation.id())
                .filter(asked -> asked.answer().isPresent())
                .isPresent();
    }

    private static Step ended(Operation operation, Answer answer) {
        if (answer.success()) {
            return new Step.Succeed(Change.none(), Optional.of(answer.physical()));
        }
        return failed("Received response status [FAILED] from custom resource. Message returned: "
                + answer.document().path("Reason").asString("") + " (RequestId: " + operation.id() + ")");
    }

    private static Step failed(String reason) {
        return new Step.Fail(new Failure(FailureCode.STACK_OPERATION_FAILED, reason), Change.none());
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return Change.none();
    }
}
