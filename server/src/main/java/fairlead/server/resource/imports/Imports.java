package fairlead.server.resource.imports;

import fairlead.handler.ResourceHandler.Listable;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Takes resources under management that exist already, any number of them as one operation.
///
/// From then on they are resources like all others, on every surface.
public final class Imports {

    private static final Duration LIMIT = Duration.ofHours(2);

    private final Database database;
    private final Scopes scopes;
    private final Operations operations;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Duration patience;

    /// @param patience how long a request waits for the end before it answers that it goes on
    public Imports(
            Database database,
            Scopes scopes,
            Operations operations,
            Clock clock,
            Supplier<UUID> ids,
            Duration patience) {
        this.database = database;
        this.scopes = scopes;
        this.operations = operations;
        this.clock = clock;
        this.ids = ids;
        this.patience = patience;
    }

    /// Begins an import; the operation, which may have ended by now.
    public Operation begin(ImportRequest request) {
        requireSound(request);
        OperationId id = new OperationId(ids.get());
        Operation begun;
        try {
            NewOperation accepted = operation(request, id);
            begun = database.write(transaction -> {
                request.caller().confirm(transaction);
                return operations.accept(transaction, accepted);
            });
        } catch (DatabaseException failure) {
            operations.doubt(id);
            throw failure;
        }
        return operations.start(begun, patience).orElse(begun);
    }

    /// An import that was begun.
    public Optional<Operation> find(OperationId id) {
        return operations.find(id).filter(operation -> operation.kind() == OperationKind.IMPORT);
    }

    /// What an import that has ended well has done: a JSON object with the ids of what was `imported`, and of what was
    /// `present` before.
    public Optional<byte[]> result(OperationId id) {
        return operations.output(id);
    }

    private void requireSound(ImportRequest request) {
        if (!request.type().recorded()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.NOTHING_TO_IMPORT,
                    "Resources of " + request.type().name() + " are not recorded: what exists is there already."));
        }
        if (request.items().isEmpty() && !(request.type().handler() instanceof Listable)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.NOT_LISTABLE,
                    "The type " + request.type().name() + " has no list handler: name the resources that are to be"
                            + " imported."));
        }
        if (!scopes.locations().has(request.location())) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.LOCATION_NOT_AVAILABLE_FOR_RESOURCE_TYPE,
                    "The location '" + request.location() + "' is not available. The available locations are '"
                            + String.join(",", scopes.locations().offered()) + "'.",
                    "/location"));
        }
    }

    private NewOperation operation(ImportRequest request, OperationId id) {
        ResourceGroup group =
                scopes.group(request.place().subscription(), request.place().group());
        Instant now = clock.instant();
        return new NewOperation(
                id,
                OperationKind.IMPORT,
                new OperationTarget(
                        group.subscription(),
                        request.location(),
                        group.subject().toString(),
                        group.id(),
                        ResourceGroup.TYPE),
                new OperationRequest(
                        now,
                        now.plus(LIMIT),
                        request.encode(),
                        Optional.empty(),
                        request.caller().origin(),
                        Requester.text(request.caller())),
                Optional.empty());
    }
}
