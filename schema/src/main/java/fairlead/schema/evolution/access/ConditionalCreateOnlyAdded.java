package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class ConditionalCreateOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "conditional-create-only-added";
    }

    @Override
    public String about() {
        return "A change of a property may now replace the resource: risky. From create-only it is an improvement, and"
                + " not told.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("conditionalCreateOnlyProperties");
        JsonNode after = versions.after().path("conditionalCreateOnlyProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString("")) && !versions.lists("createOnlyProperties", path)) {
                changes.add(
                        this,
                        Verdict.RISKY,
                        Concern.INPUT,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("conditional create-only"),
                        "a change may now replace the resource");
            }
        }
    }
}
