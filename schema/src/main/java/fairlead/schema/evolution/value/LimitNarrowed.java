package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
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
    public void check(Spot spot, Ledger ledger) {
        for (Limit limit : Limit.values()) {
            JsonNode before = spot.old(limit.keyword());
            JsonNode after = spot.now(limit.keyword());
            if (limit.isTighter(after, before)) {
                ledger.narrowed(this, spot, limit.named(before), limit.named(after));
            }
        }
    }
}
