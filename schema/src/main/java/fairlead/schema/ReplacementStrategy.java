package fairlead.schema;

import java.util.Locale;

/// The order in which a resource is replaced when a create-only property changes.
public enum ReplacementStrategy {
    CREATE_THEN_DELETE,
    /// For resources of which only one can exist at a time.
    DELETE_THEN_CREATE;

    /// The name in a schema: `create_then_delete`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
