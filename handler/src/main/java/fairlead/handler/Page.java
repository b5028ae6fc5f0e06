package fairlead.handler;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// One page of a list.
///
/// @param identifiers the primary identifier's properties of each resource
/// @param next the token of the page that follows; empty on the last
public record Page(List<ObjectNode> identifiers, Optional<String> next) {

    public Page {
        identifiers = List.copyOf(identifiers);
    }
}
