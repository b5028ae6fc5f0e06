package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class AdditionalIdentifierAdded implements DocumentRule {

    @Override
    public String id() {
        return "additional-identifier-added";
    }

    @Override
    public String about() {
        return "There is one more way to find a resource: compatible.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("additionalIdentifiers");
        JsonNode after = versions.after().path("additionalIdentifiers");
        for (JsonNode identifier : SchemaVersions.added(before, after)) {
            changes.add(
                    this,
                    Verdict.COMPATIBLE,
                    Concern.INPUT,
                    "/additionalIdentifiers",
                    PropertyVersions.nothing(),
                    identifier,
                    "resources can be found by it, too");
        }
    }
}
