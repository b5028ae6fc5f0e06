package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import tools.jackson.databind.JsonNode;

public final class LimitNarrowed implements PropertyRule {

    @Override
    public String id() {
        return "limit-narrowed";
    }

    @Override
    public String about() {
        return "A limit on length, size or value is new or tighter: breaking for callers; compatible where the"
                + " property is read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (Limit limit : Limit.values()) {
            JsonNode before = spot.old(limit.keyword());
            JsonNode after = spot.now(limit.keyword());
            if (limit.isTighter(after, before)) {
                changes.narrowed(this, spot, limit.named(before), limit.named(after));
            }
        }
    }
}
