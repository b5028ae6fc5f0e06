package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class EnumNarrowed implements PropertyRule {

    @Override
    public String id() {
        return "enum-narrowed";
    }

    @Override
    public String about() {
        return "Fewer values are allowed by `enum` or `const`: breaking for callers; compatible where the property is"
                + " read-only.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        JsonNode before = Types.choices(spot.before());
        JsonNode after = Types.choices(spot.after());
        if (!after.isMissingNode()
                && (before.isMissingNode() || !Versions.added(after, before).isEmpty())) {
            ledger.narrowed(this, spot, before, after);
        }
    }
}
