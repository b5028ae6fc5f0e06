package fairlead.schema;

import java.util.Locale;

/// The kinds of handlers of a resource type.
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
