package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request for one page of primary identifiers.
///
/// @param filter properties that every resource listed has to have; empty for all
/// @param limit at most this many, 1 or more
/// @param token where the page begins: the last page's [Page#next()]; empty for the first
public record Query(ObjectNode filter, int limit, Optional<String> token) {}
