package fairlead.server.resource.change;

import fairlead.schema.text.PlainNames;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Locations;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The conditions on the place of a resource that is made, changed or deleted: its name, its location, its group,
/// its parent and its type. A condition that does not hold is a problem.
public final class PlacementChecks {

    private final ResourceStore store;
    private final Scopes scopes;
    private final Types types;

    public PlacementChecks(ResourceStore store, Scopes scopes, Types types) {
        this.store = store;
        this.scopes = scopes;
        this.types = types;
    }

    public static void requireName(TypeVersion type, ResourceId id) {
        if (!type.allowsName(id.name())) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The resource name '" + id.name() + "' is invalid; it has to match "
                            + type.registration().namePattern() + ".",
                    "name"));
        }
    }

    /// Of a resource that is not there yet: its name is one that looks like no other.
    public static void requireNewName(ResourceId id) {
        PlainNames.flaw(id.name()).ifPresent(flaw -> {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The resource name '" + id.name() + "' is invalid: it " + flaw + ".",
                    "name"));
        });
    }

    /// A problem if the group or the subscription does not exist.
    public void requireScope(ResourceId id) {
        if (id.group().isEmpty()) {
            scopes.subscription(id.subscription());
        } else {
            scopes.group(id.subscription(), id.group());
        }
    }

    public void requireSurroundings(Transaction transaction, ResourceId id) {
        requireGroup(transaction, id);
        Optional<ResourceId> parent = recordedParent(id);
        if (parent.isPresent()) {
            ProvisioningState state = store.holdState(transaction, parent.get())
                    .orElseThrow(() ->
                            new ProblemException(parentAbsence(parent.get().toString())));
            if (state == ProvisioningState.DELETING) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.PARENT_RESOURCE_BEING_DELETED,
                        "The parent resource '" + parent.get() + "' is being deleted."));
            }
        }
    }

    /// The nearest resource above that is recorded.
    private Optional<ResourceId> recordedParent(ResourceId id) {
        Optional<ResourceId> parent = id.above();
        while (parent.isPresent() && !isRecorded(parent.get())) {
            parent = parent.get().above();
        }
        return parent;
    }

    private boolean isRecorded(ResourceId id) {
        return types.find(id.type()).map(type -> type.current().recorded()).orElse(true);
    }

    public static Problem parentAbsence(String parent) {
        return new Problem.NotFound(
                ProblemCode.PARENT_RESOURCE_NOT_FOUND, "The parent resource '" + parent + "' was not found.");
    }

    /// What a change needs around the resource: one that has a record of its own needs its group, any other all that it
    /// is in.
    public void requireAround(Transaction transaction, Resource present) {
        if (present.tracked()) {
            requireGroup(transaction, present.id());
        } else {
            requireSurroundings(transaction, present.id());
        }
    }

    public void requireGroup(Transaction transaction, ResourceId id) {
        if (id.group().isEmpty()) {
            scopes.requireChangeable(transaction, id.subscription(), id.toString());
        } else if (!scopes.holds(transaction, id.subscription(), id.group(), id.toString())) {
            throw new ProblemException(scopes.groupNotFound(transaction, id.subscription(), id.group()));
        }
    }

    /// A version that was removed since the request began must not get new resources, nor may one go that gets
    /// them.
    public static void requireServed(Transaction transaction, TypeVersion type) {
        if (!type.hold(transaction)) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.INVALID_RESOURCE_TYPE,
                    "The resource type '" + type.armType() + "' was removed for API version '" + type.apiVersion()
                            + "'."));
        }
    }

    public String requireLocation(Put request) {
        requireOffered(request);
        Locations locations = scopes.locations();
        List<String> only = request.type().registration().locations();
        if (request.location().isEmpty()) {
            requireParent(request.id());
            throw new ProblemException(Problem.InvalidBody.of(
                    "envelope.location-required",
                    "a resource needs a location, '"
                            + locations.offered(only).stream().findFirst().orElse("") + "' for example",
                    "/location"));
        }
        String location = request.location().get();
        boolean offered = locations.offers(location, only);
        boolean served = locations.serves(location);
        if (offered && !served && request.id().parent().isEmpty()) {
            throw new ProblemException(new Problem.Misdirected(
                    request.id().toString(),
                    "The location '" + location + "' is kept by another cell of this control plane: ask its front."));
        }
        if (!offered || !served) {
            List<String> instead = offered ? locations.servedOf(only) : locations.offered(only);
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.LOCATION_NOT_AVAILABLE_FOR_RESOURCE_TYPE,
                    "The location '" + location + "' is not available for resource type '"
                            + request.type().armType() + "'. The available locations are '"
                            + String.join(",", instead) + "'.",
                    "/location"));
        }
        return Locations.normal(location);
    }

    /// A type of one account is none for the others.
    private void requireOffered(Put request) {
        if (!types.offeredTo(request.id().subscription()).has(request.type().name())) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.INVALID_RESOURCE_TYPE,
                    "The resource type '" + request.type().armType() + "' is not offered to the subscription '"
                            + request.id().subscription() + "'."));
        }
    }

    /// A resource stays where it is.
    public static void requireSameLocation(Put request, Resource present) {
        boolean differs = request.location()
                .map(Locations::normal)
                .filter(location -> !location.equals(present.location()))
                .isPresent();
        if (differs) {
            String message = "The resource '" + present.id().name() + "' already exists in location '"
                    + present.location() + "'; it can't be moved to '"
                    + request.location().get() + "'.";
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.INVALID_RESOURCE_LOCATION,
                    message,
                    List.of(new Problem.Detail("envelope.location-kept", message, "/location"))));
        }
    }

    /// Why a resource can't have its identifier.
    public Problem taken(Transaction transaction, Resource resource) {
        String identifier = resource.identifier().orElse("");
        Optional<ResourceId> owner = store.findByIdentifier(
                        transaction, resource.id().subscription(), resource.location(), resource.typeName(), identifier)
                .map(Resource::id);
        boolean elsewhere = owner.filter(
                        id -> !id.groupKey().equals(resource.id().groupKey()))
                .isPresent();
        return new Problem.Conflict(
                ProblemCode.RESOURCE_ALREADY_EXISTS,
                "The " + resource.typeName() + " '" + identifier + "' is managed already, as '"
                        + owner.map(ResourceId::toString).orElse("another resource") + "'."
                        + (elsewhere ? " Identifiers are unique in a subscription and location, not in a group." : ""));
    }

    /// What says no location is where its parent is: without one it is that which is missing.
    private void requireParent(ResourceId id) {
        id.parent().ifPresent(parent -> {
            scopes.group(id.subscription(), id.group());
            throw new ProblemException(parentAbsence(parent.toString()));
        });
    }

    /// A problem if what is new may not be made in this cell; what is below something is where that is.
    ///
    /// @param pass what the request carries
    public void requirePlace(Transaction transaction, Resource resource, @Nullable String pass) {
        PlacedName.find(resource.id().key())
                .ifPresent(name -> scopes.placements().require(transaction, name, resource.location(), pass));
    }

    /// Whether another resource has the identifier.
    public boolean isTaken(Transaction transaction, Resource resource) {
        return resource.identifier()
                .flatMap(identifier -> store.findByIdentifier(
                        transaction,
                        resource.id().subscription(),
                        resource.location(),
                        resource.typeName(),
                        identifier))
                .isPresent();
    }
}
