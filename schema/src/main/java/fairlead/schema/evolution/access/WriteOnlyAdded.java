package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class WriteOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "write-only-added";
    }

    @Override
    public String about() {
        return "A property is no longer given back: breaking for readers.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("writeOnlyProperties");
        JsonNode after = versions.after().path("writeOnlyProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        Concern.OUTPUT,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("write-only"),
                        "readers find it no more, and no drift in it is seen");
            }
        }
    }
}
