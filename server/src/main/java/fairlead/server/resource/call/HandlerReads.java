package fairlead.server.resource.call;

import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.server.operation.Failure;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// How resources are at this moment, as their handlers say: reads and lists outside of any operation.
///
/// A failure of the handler is a [Problem.OperationFailed] with its code.
public final class HandlerReads {

    private final HandlerInvoker handlers;
    private final Supplier<UUID> ids;

    /// @param ids makes the tokens of calls
    public HandlerReads(HandlerInvoker handlers, Supplier<UUID> ids) {
        this.handlers = handlers;
        this.ids = ids;
    }

    /// On whose behalf a handler is asked.
    ///
    /// @param name of the resource, if it is one; else empty
    public record Side(String account, String region, String name) {}

    /// The resource without its write-only properties; empty if the handler finds none.
    ///
    /// @param identifier the properties of the primary identifier, or of an additional one
    public Optional<ObjectNode> read(TypeVersion type, Side side, ObjectNode identifier) {
        HandlerResult.OfRead result = HandlerRedaction.aboutUnknown(type, identifier)
                .unlessKept(() -> handlers.read(invocation(type, side), identifier));
        return switch (result) {
            case HandlerResult.Done(var model) -> Optional.of(type.schema().withoutWriteOnly(model));
            case HandlerResult.Absent _ -> Optional.empty();
            case HandlerResult.NotDone failed -> throw problem(failed);
        };
    }

    /// One page of what there is.
    public Page list(TypeVersion type, Listable handler, Side side, Query query) {
        HandlerResult.OfList result = HandlerRedaction.aboutUnknown(type, query.filter())
                .unlessKept(() -> handlers.list(invocation(type, side), handler, query));
        return switch (result) {
            case HandlerResult.Listed(var page) -> page;
            case HandlerResult.NotDone failed -> throw problem(failed);
        };
    }

    private HandlerInvocation invocation(TypeVersion type, Side side) {
        return HandlerInvocation.of(
                type,
                new OperationId(ids.get()),
                context -> context.in(side.account(), side.region()).name(side.name()));
    }

    private static ProblemException problem(HandlerResult.NotDone failed) {
        Failure failure = failed.failure();
        return new ProblemException(new Problem.OperationFailed(failure.code(), failure.message()));
    }
}
