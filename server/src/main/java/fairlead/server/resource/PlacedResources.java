package fairlead.server.resource;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Makes resources at addresses that a caller has chosen, for callers who go on with their identifiers: see
/// [IdentifiedResources], of whose verbs this is one.
public final class PlacedResources {

    private final Resources resources;
    private final Operations operations;
    private final ImpliedGroups groups;
    private final Authorizer authorizer;

    PlacedResources(Resources resources, Operations operations, Scopes scopes, Authorizer authorizer) {
        this.resources = resources;
        this.operations = operations;
        groups = new ImpliedGroups(scopes);
        this.authorizer = authorizer;
    }

    /// What a resource is to be.
    ///
    /// @param tags beside the properties; none if they are empty
    public record Desired(ObjectNode properties, ObjectNode tags, Optional<ObjectNode> sku) {}

    /// The resource that is at an address. What an earlier create has failed to make is not there.
    public Optional<Resource> find(Caller caller, ResourceId id) {
        permitted(caller, Action.read(id.type().toString()), id);
        return resources.find(id).filter(found -> !isUnmade(found));
    }

    /// As [#find], for a caller who wants to answer for the resource from now on.
    public Optional<Resource> claim(Caller caller, ResourceId id) {
        Optional<Resource> found = find(caller, id);
        found.ifPresent(_ -> permitted(caller, Action.write(id.type().toString()), id));
        return found;
    }

    private boolean isUnmade(Resource record) {
        boolean broken = record.state() == ProvisioningState.FAILED || record.state() == ProvisioningState.CANCELED;
        return broken
                && record.operation()
                        .flatMap(operations::find)
                        .filter(operation -> operation.kind() == OperationKind.CREATE)
                        .isPresent();
    }

    /// Makes a resource; a problem if there is one. A repeated request gets the operation of the first.
    public Operation create(IdentifiedRequest request, ResourceId id, Desired desired, ClientToken token) {
        Optional<Operation> earlier = operations.replay(request.subscription(), request.location(), token.value());
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Caller caller = permitted(request.caller(), Action.write(id.type().toString()), id);
        TypeVersion type = request.versionForNew();
        Put put = Put.of(
                        caller,
                        id,
                        type,
                        Put.Body.of(
                                type.recorded() ? Optional.of(request.location()) : Optional.empty(),
                                TagProperty.beside(
                                        type.schema(),
                                        Optional.of(desired.tags()).filter(tags -> !tags.isEmpty()),
                                        desired.properties()),
                                desired.properties()))
                .withSku(desired.sku())
                .on(ChangeTerms.NONE.under(Optional.of(token)).as(request.plan()));
        return OptimisticRetry.untilItHolds(() -> create(request, put));
    }

    /// Empty if it has to be tried again.
    private Optional<Operation> create(IdentifiedRequest request, Put put) {
        ResourceId id = put.id();
        if (resources.find(id).filter(found -> !isUnmade(found)).isPresent()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_ALREADY_EXISTS, "The resource '" + id + "' exists already."));
        }
        try {
            return Optional.of(
                    switch (resources.put(put, Duration.ZERO)) {
                        case Outcome.Accepted(var _, var operation, var _) -> operation;
                        case Outcome.Pending(var operation) -> operation;
                        case Outcome.Done(var made, var _) ->
                            made.operation()
                                    .flatMap(operations::find)
                                    .orElseThrow(() -> new ProblemException(new Problem.Unavailable()));
                        case Outcome.Deleted(), Outcome.Absent() -> throw deleted(id);
                    });
        } catch (ProblemException refused) {
            if (!id.group().equalsIgnoreCase(request.group())) {
                throw refused;
            }
            groups.make(request, refused);
            return Optional.empty();
        }
    }

    private static ProblemException deleted(ResourceId id) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.RESOURCE_DELETED, "The resource '" + id + "' was deleted by another request."));
    }

    /// The caller, for whom it was decided that it may do that.
    private Caller permitted(Caller caller, Action action, ResourceId id) {
        if (authorizer.isOpen()) {
            return caller;
        }
        return caller.with(authorizer.requireInAccount(caller, action, new AccessScope(id.toString())));
    }
}
