package fairlead.server.resource.call;

import fairlead.contract.Breach;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.schema.HandlerKind;
import fairlead.server.operation.Failure;
import fairlead.server.problem.Code;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Makes, unmakes and looks at things, whether they are the record's own or not, and says what came of it.
public final class HandlerInvoker {

    private final HandlerCalls calls;
    private final HandlerContexts contexts;

    public HandlerInvoker(HandlerCalls calls, HandlerContexts contexts) {
        this.calls = calls;
        this.contexts = contexts;
    }

    /// What came of a create.
    public sealed interface Made {
        record Ready(ObjectNode model) implements Made {}

        record Later(Progress.Again again) implements Made {}

        /// It failed for good.
        ///
        /// @param identifier of what there is all the same; empty if nothing was made
        record Refused(Failure failure, Optional<String> identifier) implements Made {}

        /// Something may have been made. The same call, made again, may tell.
        record Unsure(Failure failure) implements Made {}
    }

    /// What came of a delete.
    public sealed interface Unmade {
        record Gone() implements Unmade {}

        record Later(Progress.Again again) implements Unmade {}

        record Refused(Failure failure) implements Unmade {}

        /// The same call, made again, may succeed.
        record Unsure(Failure failure) implements Unmade {}
    }

    /// What came of a read.
    public sealed interface Seen {
        record There(ObjectNode model) implements Seen {}

        record Nothing() implements Seen {}

        record Refused(Failure failure) implements Seen {}

        record Unsure(Failure failure) implements Seen {}
    }

    /// @param desired write-only values included
    /// @param token the same for the same thing, always
    public Made make(StepContext work, ObjectNode desired, String token) {
        StepState memory = work.memory();
        Optional<String> told = memory.reached().flatMap(work.type().schema()::identifier);
        Create request = new Create(desired, memory.memo(), memory.reached());
        HandlerAnswer answer = call(
                work,
                HandlerKind.CREATE,
                HandlerCalls.CHANGE,
                () -> work.type().handler().create(request, contexts.of(work, token, HandlerCalls.CHANGE)));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var thrown))) {
            return new Made.Unsure(late());
        }
        List<Breach> breaches = work.guard().create(progress, desired, told);
        if (!breaches.isEmpty()) {
            Optional<String> identifier = identifier(work, progress).or(() -> told);
            return identifier.isPresent()
                    ? new Made.Refused(broken(breaches), identifier)
                    : new Made.Unsure(broken(breaches));
        }
        return switch (progress) {
            case Progress.Done(var model) -> new Made.Ready(model);
            case Progress.Again again -> new Made.Later(again);
            case Progress.Failed(var code, var message) -> {
                Failure failure = new Failure(code, message);
                boolean unsure = thrown || code.retryable() || code == ErrorCode.HANDLER_INTERNAL_FAILURE;
                yield unsure ? new Made.Unsure(failure) : new Made.Refused(failure, told);
            }
            case Progress.Gone() -> throw new IllegalStateException("the guard lets no create end so");
        };
    }

    private static Optional<String> identifier(StepContext work, Progress progress) {
        return switch (progress) {
            case Progress.Done(var model) -> work.type().schema().identifier(model);
            case Progress.Again again -> work.type().schema().identifier(again.properties());
            case Progress.Failed _, Progress.Gone() -> Optional.empty();
        };
    }

    public Unmade unmake(StepContext work, String identifier) {
        Delete request = new Delete(
                work.type().schema().parseIdentifier(identifier), work.memory().memo());
        String token = work.operation().id().toString();
        HandlerAnswer answer = call(
                work,
                HandlerKind.DELETE,
                HandlerCalls.CHANGE,
                () -> work.type().handler().delete(request, contexts.of(work, token, HandlerCalls.CHANGE)));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var _))) {
            return new Unmade.Unsure(late());
        }
        List<Breach> breaches = work.guard().delete(progress);
        if (!breaches.isEmpty()) {
            return new Unmade.Refused(broken(breaches));
        }
        return switch (progress) {
            case Progress.Gone() -> new Unmade.Gone();
            case Progress.Again again -> new Unmade.Later(again);
            case Progress.Failed(var code, var _) when code == ErrorCode.NOT_FOUND -> new Unmade.Gone();
            case Progress.Failed(var code, var message) -> {
                Failure failure = new Failure(code, message);
                yield code.retryable() ? new Unmade.Unsure(failure) : new Unmade.Refused(failure);
            }
            case Progress.Done _ -> throw new IllegalStateException("the guard lets no delete end so");
        };
    }

    public Seen look(StepContext work, String identifier) {
        ObjectNode model = work.type().schema().parseIdentifier(identifier);
        String token = work.operation().id().toString();
        HandlerAnswer answer = call(
                work,
                HandlerKind.READ,
                HandlerCalls.LOOK,
                () -> work.type().handler().read(new Read(model), contexts.of(work, token, HandlerCalls.LOOK)));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var _))) {
            return new Seen.Unsure(late());
        }
        List<Breach> breaches = work.guard().read(progress, Optional.of(identifier));
        if (!breaches.isEmpty()) {
            return new Seen.Refused(broken(breaches));
        }
        return switch (progress) {
            case Progress.Done(var found) -> new Seen.There(found);
            case Progress.Failed(var code, var _) when code == ErrorCode.NOT_FOUND -> new Seen.Nothing();
            case Progress.Failed(var code, var message) -> {
                Failure failure = new Failure(code, message);
                yield code.retryable() ? new Seen.Unsure(failure) : new Seen.Refused(failure);
            }
            case Progress.Again _, Progress.Gone() -> throw new IllegalStateException("the guard lets no read end so");
        };
    }

    private HandlerAnswer call(StepContext work, HandlerKind kind, Duration limit, Supplier<Progress> handler) {
        return calls.call(work.target(kind), limit, handler);
    }

    private static Failure late() {
        return new Failure(ErrorCode.SERVICE_TIMEOUT, "The handler did not answer in time.");
    }

    private static Failure broken(List<Breach> breaches) {
        String message = String.join(" ", breaches.stream().map(Breach::message).toList());
        return new Failure(Code.of(breaches.getFirst().rule()), message);
    }
}
