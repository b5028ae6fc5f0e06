package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class PrimaryIdentifierChanged implements DocumentRule {

    @Override
    public String id() {
        return "primary-identifier-changed";
    }

    @Override
    public String about() {
        return "The primary identifier has other properties, or in another order: breaking, resources are not found"
                + " again.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("primaryIdentifier");
        JsonNode after = versions.after().path("primaryIdentifier");
        if (!before.equals(after)) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.BOTH,
                    "/primaryIdentifier",
                    before,
                    after,
                    "the identifiers of all resources mean something else");
        }
    }
}
