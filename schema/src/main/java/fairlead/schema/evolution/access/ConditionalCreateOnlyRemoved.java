package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class ConditionalCreateOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "conditional-create-only-removed";
    }

    @Override
    public String about() {
        return "A change of a property no longer replaces the resource: compatible. If it is create-only now, that is"
                + " told instead.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("conditionalCreateOnlyProperties");
        JsonNode after = versions.after().path("conditionalCreateOnlyProperties");
        for (JsonNode path : SchemaVersions.added(after, before)) {
            if (versions.exists(path.asString("")) && !versions.lists("createOnlyProperties", path)) {
                changes.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        path.asString(""),
                        PropertyVersions.text("conditional create-only"),
                        PropertyVersions.text("ordinary"),
                        "a change no longer replaces the resource");
            }
        }
    }
}
