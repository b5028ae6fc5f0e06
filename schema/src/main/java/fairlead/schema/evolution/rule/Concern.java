package fairlead.schema.evolution.rule;

import java.util.Locale;

/// The users of a type whom a change concerns.
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

    public boolean isInput() {
        return this == INPUT || this == BOTH;
    }

    public boolean isOutput() {
        return this == OUTPUT || this == BOTH;
    }
}
