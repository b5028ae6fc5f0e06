package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;

public final class TypeWidened implements PropertyRule {

    @Override
    public String id() {
        return "type-widened";
    }

    @Override
    public String about() {
        return "Values of another type are valid, too: risky for readers; compatible where the property is write-only.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        if (!spot.old("type").equals(spot.now("type")) && !Types.holds(spot.old("type"), spot.now("type"))) {
            ledger.widened(this, spot, spot.old("type"), spot.now("type"));
        }
    }
}
