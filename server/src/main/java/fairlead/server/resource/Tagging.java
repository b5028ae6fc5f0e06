package fairlead.server.resource;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.Retagging;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.TagUse;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// Reads and changes the tags of subscriptions, groups and resources without anything else, and lists the tags in
/// use.
///
/// A caller that may tag need not know the type of the resource. No handler is called, except for types that keep
/// their tags in a property.
public final class Tagging {

    private final ResourceStore store;
    private final Database database;
    private final Scopes scopes;
    private final Resources resources;
    private final Types types;
    private final Retagging retagging;

    public Tagging(Database database, Scopes scopes, Resources resources, Types types, AuditTrail audit, Clock clock) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.scopes = scopes;
        this.resources = resources;
        retagging = new Retagging(database, scopes, types, audit, clock);
    }

    /// What has tags.
    public sealed interface Place {
        record OfSubscription(String subscription) implements Place {}

        record OfGroup(String subscription, String group) implements Place {}

        record OfResource(ResourceId id) implements Place {}
    }

    /// The tags of a place, with its id in its own casing.
    public record Tagged(String id, ObjectNode tags) {}

    /// The tags of a resource that is at hand.
    public static ObjectNode of(Resource resource) {
        return Documents.object(resource.tags());
    }

    /// The tags of a place; a problem if it does not exist.
    public Tagged at(Place place) {
        return switch (place) {
            case Place.OfSubscription(var id) -> {
                var subscription = scopes.subscription(id);
                yield new Tagged("/subscriptions/" + subscription.id(), subscription.tags());
            }
            case Place.OfGroup(var subscription, var name) -> {
                var group = scopes.group(subscription, name);
                yield new Tagged(group.id(), group.tags());
            }
            case Place.OfResource(var id) -> tagged(resources.get(id));
        };
    }

    /// Changes the tags of a place; a problem if it does not exist, is busy, or is locked against changes.
    ///
    /// @param change makes the new tags of the present ones; may be called more than once
    public Tagged change(Caller caller, Place place, UnaryOperator<ObjectNode> change) {
        return switch (place) {
            case Place.OfSubscription(var id) -> {
                ObjectNode tags = scopes.tagSubscription(caller, id, change);
                yield new Tagged("/subscriptions/" + id, tags);
            }
            case Place.OfGroup(var subscription, var name) -> {
                var group = scopes.tagGroup(caller, subscription, name, change, Scopes.Demand.NONE);
                yield new Tagged(group.id(), group.tags());
            }
            case Place.OfResource(var id) ->
                tagged(OptimisticRetry.untilItHolds(() -> {
                    Resource present = resources.get(id);
                    ObjectNode tags = change.apply(Documents.object(present.tags()));
                    TypeVersion type = types.version(present.typeName(), present.typeVersion());
                    return TagProperty.of(type.schema()).isPresent()
                            ? among(caller, type, present, tags)
                            : beside(caller, present, tags);
                }));
        };
    }

    private Optional<Resource> beside(Caller caller, Resource present, ObjectNode tags) {
        present.requireIdle();
        ObjectNode amended = resources.guard().tagged(caller, present, tags);
        Resource next = present.retagged(present.id(), Documents.bytes(amended), present.systemData());
        return retagging.retag(caller, present, present.id(), amended, resources.settled(caller, next));
    }

    /// A type that keeps its tags in a property has to be told.
    private Optional<Resource> among(Caller caller, TypeVersion type, Resource present, ObjectNode tags) {
        Preconditions unchanged = Preconditions.ifStill(present.etag());
        Patch patch = new Patch(
                caller,
                present.id(),
                type,
                Patch.Body.of(Optional.of(tags), Optional.empty()),
                ChangeTerms.NONE.provided(unchanged));
        try {
            return switch (resources.patch(patch)) {
                case Outcome.Done(var resource, var _) -> Optional.of(resource);
                case Outcome.Accepted(var resource, var _, var _) -> Optional.of(resource);
                case Outcome.Deleted(), Outcome.Absent() -> Optional.empty();
                case Outcome.Pending(var operation) ->
                    throw new ProblemException(new Problem.ApprovalRequired(
                            "The change of the tags of '" + present.id() + "' waits until it is approved, as operation "
                                    + operation.id() + ".",
                            Optional.empty()));
            };
        } catch (ProblemException refused) {
            if (refused.problem() instanceof Problem.PreconditionFailed) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private static Tagged tagged(Resource resource) {
        return new Tagged(resource.id().toString(), Documents.object(resource.tags()));
    }

    /// The tags that the subscription's resources have, in the order of their keys.
    public List<TagUse> used(String subscription, Optional<String> after, int limit) {
        String id = scopes.subscription(subscription).id();
        return database.read(transaction -> store.tagsInUse(transaction, id, after.orElse(""), limit));
    }
}
