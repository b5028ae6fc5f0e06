package fairlead.schema.draft07;

/// Which keywords are checked.
public enum Mode {
    /// All of them.
    FULL,
    /// Without `required`, `dependencies`, `propertyNames`, the combinators and the conditionals: each property is
    /// held to its own restrictions, but the object may be incomplete.
    PARTIAL
}
