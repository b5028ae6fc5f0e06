package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class ReadOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "read-only-removed";
    }

    @Override
    public String about() {
        return "A property is now set by callers: breaking, for what the handler decided is theirs now.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("readOnlyProperties");
        JsonNode after = versions.after().path("readOnlyProperties");
        for (JsonNode path : SchemaVersions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        Concern.BOTH,
                        path.asString(""),
                        PropertyVersions.text("read-only"),
                        PropertyVersions.text("ordinary"),
                        "the value is now what callers ask for, and no longer what the handler decides");
            }
        }
    }
}
