package fairlead.server.resource.change;

import fairlead.schema.ResourceSchema;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.Skus;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.scope.Locations;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A PUT or PATCH for what an operation under way is bringing about already. It is answered with that operation, so
/// that a caller who gave up waiting and asks again follows what the first request began.
///
/// A request under a client token of its own is another request, whatever it asks for: it gets an operation of its own
/// or none.
public final class RepeatedPut {

    private final Database database;
    private final Operations operations;
    private final NestedPuts nestedPuts;

    public RepeatedPut(Database database, Operations operations, NestedPuts nestedPuts) {
        this.database = database;
        this.operations = operations;
        this.nestedPuts = nestedPuts;
    }

    /// Follows the operation that works on the resource, if it is bringing about just what is asked for; else a
    /// problem. Empty if the operation has ended since the resource was read.
    ///
    /// @param asked the desired state that the request has
    /// @param kept the write-only values that the resource has
    public Optional<ChangeStart> join(Put request, Resource present, DesiredState asked, ObjectNode kept) {
        Optional<Operation> running = present.operation()
                .flatMap(operations::find)
                .filter(operation -> isPut(operation) && asksForTheSame(request, present, asked, kept));
        if (running.isEmpty() || !brings(request, running.get())) {
            present.requireIdle();
        }
        return running.filter(operation -> !operation.state().terminal())
                .map(operation -> new ChangeStart.Settled(new Outcome.Accepted(present, operation, false)));
    }

    private static boolean isPut(Operation operation) {
        boolean puts = operation.kind() == OperationKind.CREATE || operation.kind() == OperationKind.UPDATE;
        return puts && !operation.cancelRequested();
    }

    private static boolean asksForTheSame(Put request, Resource present, DesiredState asked, ObjectNode kept) {
        ResourceSchema schema = request.type().schema();
        ObjectNode properties = Documents.object(present.properties());
        ObjectNode desired = StoredDesiredState.read(schema, present.desired(), present.properties());
        return request.token().isEmpty()
                && request.type().version() == present.typeVersion()
                && request.location()
                        .map(Locations::normal)
                        .orElse(present.location())
                        .equals(present.location())
                && request.claimedState()
                        .orElse(present.state().word())
                        .equalsIgnoreCase(present.state().word())
                && request.tags().equals(Documents.object(present.tags()))
                && Arrays.equals(Skus.toChange(request.type(), request.sku(), present), present.sku())
                && asked.isFulfilledBy(desired, kept, properties);
    }

    private boolean brings(Put request, Operation running) {
        return database.read(transaction -> nestedPuts.areStored(transaction, request, running.id()));
    }
}
