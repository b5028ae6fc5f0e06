package fairlead.server.resource;

import java.util.List;
import java.util.Optional;

/// A request for one page of resources, in the order of their ids.
///
/// @param scope the subscription, the group or the parent whose resources are listed
/// @param after the key of the last resource of the page before; the page begins behind it
/// @param limit at most this many
public record Listing(Scope scope, Optional<String> after, int limit) {

    /// Where to look.
    public sealed interface Scope {
        record InSubscription(String subscription) implements Scope {}

        record InGroup(String subscription, String group) implements Scope {}

        record Under(ResourceId parent) implements Scope {}
    }

    /// One page.
    ///
    /// @param next the key to continue behind; empty on the last page
    public record Page(List<Resource> resources, Optional<String> next) {

        public Page {
            resources = List.copyOf(resources);
        }
    }
}
