package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class PropertyDeprecated implements DocumentRule {

    @Override
    public String id() {
        return "property-deprecated";
    }

    @Override
    public String about() {
        return "A property is deprecated: risky, it may be missing from what is read and may be ignored.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("deprecatedProperties");
        JsonNode after = versions.after().path("deprecatedProperties");
        for (JsonNode path : SchemaVersions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.RISKY,
                        Concern.OUTPUT,
                        path.asString(""),
                        PropertyVersions.text("ordinary"),
                        PropertyVersions.text("deprecated"),
                        "it may be ignored, and missing from what is read");
            }
        }
    }
}
