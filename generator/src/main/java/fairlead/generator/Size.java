package fairlead.generator;

/// How many of the optional parts of a schema an instance has.
public enum Size {
    /// What is required, and as little of it as is allowed.
    MINIMAL,
    /// What is required and some of the rest, values near the edges of their ranges now and then.
    TYPICAL,
    /// Every property, as far as the schema lets them stand beside each other; lists and maps of several items, and
    /// nothing without end: an optional property of a definition that contains itself stops after a few levels.
    MAXIMAL
}
