package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class PropertyHidden implements DocumentRule {

    @Override
    public String id() {
        return "property-hidden";
    }

    @Override
    public String about() {
        return "A property is no longer public: risky for all who use it.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("nonPublicProperties");
        JsonNode after = versions.after().path("nonPublicProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.RISKY,
                        Concern.BOTH,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("non-public"),
                        "it is no longer part of what is published");
            }
        }
    }
}
