package fairlead.schema.evolution.rule;

/// A rule that compares what both versions say about one property, or about the model as a whole.
public interface PropertyRule extends Rule {

    void check(PropertyVersions spot, SchemaChanges changes);
}
