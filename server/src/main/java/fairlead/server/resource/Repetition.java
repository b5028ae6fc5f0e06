package fairlead.server.resource;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// A request that asks for what is under way already: its caller has lost the answer to the first one, or was stopped
/// and started again. It is told of the operation that runs, as if it had begun it.
///
/// Who gives a token is recognized by that instead. What brings along nested resources has begun more than one
/// operation,
/// and is refused as any other change is.
final class Repetition {

    private final Function<OperationId, Optional<Operation>> operations;

    /// @param operations finds one
    Repetition(Function<OperationId, Optional<Operation>> operations) {
        this.operations = operations;
    }

    /// What the request is told; empty if it asks for something else, or nothing is under way that could fulfil it.
    ///
    /// @param kept the write-only values of what is there
    Optional<Begun> of(Put request, Wish wish, Resource present, ObjectNode kept) {
        boolean repeated = present.busy()
                && request.token().isEmpty()
                && request.nested().isEmpty()
                && request.fits(present.state())
                && asksForTheSame(request, wish, present, kept);
        if (!repeated) {
            return Optional.empty();
        }
        Surroundings.requireSameLocation(request, present);
        return present.operation()
                .flatMap(operations)
                .filter(Repetition::goesOn)
                .map(operation -> new Begun.Settled(new Outcome.Accepted(present, operation, false)));
    }

    private static boolean asksForTheSame(Put request, Wish wish, Resource present, ObjectNode kept) {
        ObjectNode properties = Documents.object(present.properties());
        ObjectNode asked = Desired.read(request.type().schema(), present.desired(), present.properties());
        return request.type().version() == present.typeVersion()
                && wish.isFulfilledBy(asked, kept, properties)
                && request.tags().equals(Documents.object(present.tags()))
                && Arrays.equals(Skus.toChange(request.type(), request.sku(), present), present.sku());
    }

    private static boolean goesOn(Operation operation) {
        boolean fulfils = operation.kind() == OperationKind.CREATE || operation.kind() == OperationKind.UPDATE;
        return fulfils && !operation.state().terminal() && !operation.cancelRequested();
    }
}
