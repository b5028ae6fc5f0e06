package fairlead.schema.evolution.rule;

/// Looks at what stands at the top of both versions.
public interface DocumentRule extends Rule {

    void check(SchemaVersions versions, SchemaChanges changes);
}
