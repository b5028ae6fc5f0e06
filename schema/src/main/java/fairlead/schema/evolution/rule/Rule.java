package fairlead.schema.evolution.rule;

/// Looks for one kind of change: a [PropertyRule] or a [DocumentRule].
public interface Rule {

    /// The stable name, `property-removed` for example.
    String id();

    /// What it looks for, and what that means, in one line.
    String about();
}
