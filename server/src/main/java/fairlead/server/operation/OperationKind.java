package fairlead.server.operation;

import java.util.Locale;

/// What an operation does to its subject.
public enum OperationKind {
    CREATE,
    UPDATE,
    DELETE;

    /// The name on the wire, `create` for example.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
