package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class EnumWidened implements PropertyRule {

    @Override
    public String id() {
        return "enum-widened";
    }

    @Override
    public String about() {
        return "More values are allowed by `enum` or `const`: risky for readers; compatible where the property is"
                + " write-only.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        JsonNode before = Types.choices(spot.before());
        JsonNode after = Types.choices(spot.after());
        if (!before.isMissingNode()
                && (after.isMissingNode() || !Versions.added(before, after).isEmpty())) {
            ledger.widened(this, spot, before, after);
        }
    }
}
