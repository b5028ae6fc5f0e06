package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

public final class TransformChanged implements DocumentRule {

    @Override
    public String id() {
        return "transform-changed";
    }

    @Override
    public String about() {
        return "How a handler rewrites a property is said otherwise, or no longer: risky, drift may be seen where"
                + " there is none; a new transform is compatible.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("propertyTransform");
        JsonNode after = versions.after().path("propertyTransform");
        Set<String> keys = new LinkedHashSet<>(before.propertyNames());
        keys.addAll(after.propertyNames());
        for (String key : keys) {
            if (!before.path(key).equals(after.path(key))) {
                changes.add(
                        this,
                        before.has(key) ? Verdict.RISKY : Verdict.COMPATIBLE,
                        Concern.OUTPUT,
                        key,
                        before.path(key),
                        after.path(key),
                        "what counts as drift has changed");
            }
        }
    }
}
