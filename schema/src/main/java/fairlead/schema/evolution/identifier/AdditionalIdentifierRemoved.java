package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class AdditionalIdentifierRemoved implements DocumentRule {

    @Override
    public String id() {
        return "additional-identifier-removed";
    }

    @Override
    public String about() {
        return "A way to find a resource is gone: breaking for those who use it.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("additionalIdentifiers");
        JsonNode after = versions.after().path("additionalIdentifiers");
        for (JsonNode identifier : SchemaVersions.added(after, before)) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.INPUT,
                    "/additionalIdentifiers",
                    identifier,
                    PropertyVersions.nothing(),
                    "resources can't be found by it any more");
        }
    }
}
