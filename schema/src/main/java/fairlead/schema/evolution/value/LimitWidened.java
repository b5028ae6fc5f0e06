package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import tools.jackson.databind.JsonNode;

public final class LimitWidened implements PropertyRule {

    @Override
    public String id() {
        return "limit-widened";
    }

    @Override
    public String about() {
        return "A limit on length, size or value is gone or looser: risky for readers; compatible where the property"
                + " is write-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (Limit limit : Limit.values()) {
            JsonNode before = spot.old(limit.keyword());
            JsonNode after = spot.now(limit.keyword());
            if (limit.isTighter(before, after)) {
                changes.widened(this, spot, limit.named(before), limit.named(after));
            }
        }
    }
}
