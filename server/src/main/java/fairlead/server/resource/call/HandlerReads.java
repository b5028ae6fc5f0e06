package fairlead.server.resource.call;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// How things are at this moment, as their handlers say: reads and lists outside of any operation.
///
/// A failure of the handler is a [Problem.OperationFailed] with its code.
public final class HandlerReads {

    private final HandlerCalls calls = new HandlerCalls();
    private final Types types;
    private final Clock clock;
    private final Supplier<UUID> ids;

    public HandlerReads(Types types, Clock clock, Supplier<UUID> ids) {
        this.types = types;
        this.clock = clock;
        this.ids = ids;
    }

    /// On whose behalf a handler is asked.
    ///
    /// @param name of the thing, if it is one; else empty
    public record Side(String account, String region, String name) {}

    /// The thing without its write-only properties; empty if the handler finds none.
    ///
    /// @param identifier the properties of the primary identifier, or of an additional one
    public Optional<ObjectNode> read(TypeVersion type, Side side, ObjectNode identifier) {
        ResourceSchema schema = type.schema();
        OperationId call = new OperationId(ids.get());
        HandlerAnswer answer = HandlerRedaction.aboutUnknown(type, identifier)
                .unlessKept(() -> calls.read(
                        type.handler(),
                        new CallTarget(call, type.name(), HandlerKind.READ),
                        () -> type.handler().read(new Read(identifier), context(type, side, call))));
        Progress progress = progress(answer, "read");
        List<Breach> breaches = new Guard(schema).read(progress, schema.identifier(identifier));
        require(breaches);
        return switch (progress) {
            case Progress.Done(var model) -> Optional.of(schema.withoutWriteOnly(model));
            case Progress.Failed(var code, var _) when code == ErrorCode.NOT_FOUND -> Optional.empty();
            case Progress.Failed(var code, var message) -> throw failed(Code.of(code), message);
            case Progress.Again _, Progress.Gone() -> throw new IllegalStateException("the guard lets no read end so");
        };
    }

    /// One page of what there is.
    public Page list(TypeVersion type, Listable handler, Side side, Query query) {
        OperationId call = new OperationId(ids.get());
        AtomicReference<Page> page = new AtomicReference<>();
        HandlerAnswer answer = HandlerRedaction.aboutUnknown(type, query.filter())
                .unlessKept(() ->
                        calls.call(new CallTarget(call, type.name(), HandlerKind.LIST), HandlerCalls.LOOK, () -> {
                            page.set(handler.list(query, context(type, side, call)));
                            return Progress.gone();
                        }));
        if (progress(answer, "list") instanceof Progress.Failed(var code, var message)) {
            throw failed(Code.of(code), message);
        }
        Page found = page.get();
        require(new Guard(type.schema()).list(found));
        return found;
    }

    private static Progress progress(HandlerAnswer answer, String verb) {
        return switch (answer) {
            case HandlerAnswer.Progressed(var progress, var _) -> progress;
            case HandlerAnswer.Overran() ->
                throw failed(Code.of(ErrorCode.SERVICE_TIMEOUT), "The " + verb + " handler did not answer in time.");
        };
    }

    private static void require(List<Breach> breaches) {
        if (!breaches.isEmpty()) {
            String message =
                    String.join(" ", breaches.stream().map(Breach::message).toList());
            throw failed(Code.of(breaches.getFirst().rule()), message);
        }
    }

    private static ProblemException failed(Code code, String message) {
        return new ProblemException(new Problem.OperationFailed(code, message));
    }

    private Context context(TypeVersion type, Side side, OperationId call) {
        return Context.builder(
                        type.name().toString(), call.toString(), clock.instant().plus(HandlerCalls.LOOK), clock)
                .in(side.account(), side.region())
                .name(side.name())
                .configuration(types.configuration(type.name()))
                .trace(HandlerCalls.trace())
                .build();
    }
}
