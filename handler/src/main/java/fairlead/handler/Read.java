package fairlead.handler;

import tools.jackson.databind.node.ObjectNode;

/// A request for the present state of a resource.
///
/// @param identifier the properties of the primary identifier, or of one additional identifier, and no others
public record Read(ObjectNode identifier) {}
