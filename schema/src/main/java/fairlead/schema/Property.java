package fairlead.schema;

/// A top-level property of a resource type, as listings show it.
///
/// @param type in words: `string`, `integer or string`, `array of object`
/// @param description the schema's, the one beside a `$ref` before the one behind it; may be empty
public record Property(
        String name,
        String type,
        boolean required,
        boolean readOnly,
        boolean writeOnly,
        boolean createOnly,
        String description) {}
