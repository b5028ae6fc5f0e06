package fairlead.generator;

import tools.jackson.databind.node.ObjectNode;

/// An instance that breaks exactly one rule of its schema.
///
/// @param model the instance
/// @param pointer where in the model, RFC 6901; a property that is missing is named at the object that lacks it
/// @param keyword the keyword of the schema that is broken, `maxLength` for example
public record Broken(ObjectNode model, String pointer, String keyword) {}
