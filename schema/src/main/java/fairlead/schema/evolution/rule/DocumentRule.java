package fairlead.schema.evolution.rule;

/// A rule that compares the top of both versions.
public interface DocumentRule extends Rule {

    void check(SchemaVersions versions, SchemaChanges changes);
}
