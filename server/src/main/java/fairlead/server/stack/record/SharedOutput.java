package fairlead.server.stack.record;

import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// A value that a stack has for others of its place.
///
/// @param name by which they refer to it
public record SharedOutput(String name, UUID stack, JsonNode value) {}
