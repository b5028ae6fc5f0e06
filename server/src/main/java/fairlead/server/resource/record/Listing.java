package fairlead.server.resource.record;

import fairlead.server.type.definition.ArmType;
import java.util.List;
import java.util.Optional;

/// A request for one page of resources: those of a group or a parent in the order of their ids, those of a
/// subscription in the order in which they were made.
///
/// @param scope the subscription, the group or the parent whose resources are listed
/// @param after the mark of the last resource of the page before; the page begins behind it
/// @param limit at most this many
public record Listing(Scope scope, Optional<String> after, int limit) {

    /// Where to look.
    public sealed interface Scope {
        record InSubscription(String subscription) implements Scope {}

        record InGroup(String subscription, String group) implements Scope {}

        record Under(ResourceId parent) implements Scope {}

        record Extending(ResourceId extended) implements Scope {}
    }

    /// The address of one of the resources that are listed, whatever its name.
    public ResourceId any(ArmType type) {
        return switch (scope) {
            case Scope.InSubscription(var subscription) -> new ResourceId(subscription, "", type, List.of("any"));
            case Scope.InGroup(var subscription, var group) ->
                new ResourceId(subscription, group, type, List.of("any"));
            case Scope.Under(var parent) -> parent.nesting(type, "any");
            case Scope.Extending(var extended) -> extended.extendedBy(type, "any");
        };
    }

    /// What to continue behind when this resource was the last of a page.
    public String mark(Resource resource) {
        return switch (scope) {
            case Scope.InSubscription _ -> resource.uid().toString();
            case Scope.InGroup _, Scope.Under _, Scope.Extending _ ->
                resource.id().key();
        };
    }

    /// One page.
    ///
    /// @param next the mark to continue behind; empty on the last page
    public record Page(List<Resource> resources, Optional<String> next) {

        public Page {
            resources = List.copyOf(resources);
        }
    }
}
