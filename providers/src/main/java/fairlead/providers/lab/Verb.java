package fairlead.providers.lab;

import java.util.Locale;

/// A call that a thing can be told to spoil.
enum Verb {
    CREATE,
    READ,
    UPDATE,
    DELETE;

    /// The name in the schema, `create` for example.
    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
