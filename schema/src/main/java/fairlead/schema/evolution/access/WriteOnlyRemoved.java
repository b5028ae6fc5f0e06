package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class WriteOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "write-only-removed";
    }

    @Override
    public String about() {
        return "A property is now given back: risky, for it may be a secret.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("writeOnlyProperties");
        JsonNode after = versions.after().path("writeOnlyProperties");
        for (JsonNode path : SchemaVersions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                changes.add(
                        this,
                        Verdict.RISKY,
                        Concern.OUTPUT,
                        path.asString(""),
                        PropertyVersions.text("write-only"),
                        PropertyVersions.text("ordinary"),
                        "what was kept secret is now shown and stored in clear");
            }
        }
    }
}
