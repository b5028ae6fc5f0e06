package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class CreateOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "create-only-removed";
    }

    @Override
    public String about() {
        return "A property can be changed in place now: compatible.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("createOnlyProperties");
        JsonNode after = versions.after().path("createOnlyProperties");
        for (JsonNode path : SchemaVersions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        path.asString(""),
                        PropertyVersions.text("create-only"),
                        PropertyVersions.text("ordinary"),
                        "a change no longer replaces the resource, at least not always");
            }
        }
    }
}
