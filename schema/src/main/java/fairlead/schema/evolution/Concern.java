package fairlead.schema.evolution;

import java.util.Locale;

/// Whom a change concerns.
public enum Concern {
    /// Those who write models: callers.
    INPUT,
    /// Those who read them.
    OUTPUT,
    /// Callers and readers.
    BOTH,
    /// Those who run the type: its handlers, permissions and times.
    OPERATION;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isInput() {
        return this == INPUT || this == BOTH;
    }

    boolean isOutput() {
        return this == OUTPUT || this == BOTH;
    }
}
