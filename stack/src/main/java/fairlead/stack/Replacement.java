package fairlead.stack;

/// Whether another resource takes the place of one that is changed.
public enum Replacement {
    NEVER,
    /// That is known when the change is made.
    CONDITIONALLY,
    ALWAYS;

    Replacement or(Replacement other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
