package fairlead.stack;

import tools.jackson.databind.node.ObjectNode;

/// What is there though the document has not made it, and is to become a node of it.
///
/// @param physical its identifier
/// @param model as it is; with nothing in it if there is no such thing
public record Found(String physical, ObjectNode model) {}
