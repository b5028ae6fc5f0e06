package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class CreateOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "create-only-added";
    }

    @Override
    public String about() {
        return "A property that was there can no longer be changed: breaking for callers that change it.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("createOnlyProperties");
        JsonNode after = versions.after().path("createOnlyProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("create-only"),
                        "a change now replaces the resource");
            }
        }
    }
}
