package fairlead.generator;

import tools.jackson.databind.node.ObjectNode;

/// An input that differs from another one in one place, as little as possible.
///
/// @param pointer the place
public record SlightChange(String pointer, ObjectNode after) {}
