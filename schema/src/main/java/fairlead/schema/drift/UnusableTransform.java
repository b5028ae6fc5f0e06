package fairlead.schema.drift;

/// A transform that can't be used, and why. The property is compared as if it had none.
///
/// @param key the key in the schema's `propertyTransform`
public record UnusableTransform(String key, String message) {}
