package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class ReadOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "read-only-added";
    }

    @Override
    public String about() {
        return "A property can no longer be set: breaking for callers that set it.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("readOnlyProperties");
        JsonNode after = versions.after().path("readOnlyProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("read-only"),
                        "a request that sets it is refused");
            }
        }
    }
}
