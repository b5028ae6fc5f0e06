package fairlead.server.resource;

import tools.jackson.databind.node.ObjectNode;

/// The present state of a resource.
///
/// @param stored whether this is what the record has, since the handler could not tell
public record ReadResource(String identifier, ObjectNode properties, boolean stored) {}
