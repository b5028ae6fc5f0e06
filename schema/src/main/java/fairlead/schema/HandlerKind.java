package fairlead.schema;

import java.util.Locale;

/// What a resource type's handlers can do.
public enum HandlerKind {
    CREATE,
    READ,
    UPDATE,
    DELETE,
    LIST;

    /// The name in the `handlers` section of a schema: `create`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
