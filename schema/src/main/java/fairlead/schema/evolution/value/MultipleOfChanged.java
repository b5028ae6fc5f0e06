package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;

public final class MultipleOfChanged implements PropertyRule {

    @Override
    public String id() {
        return "multiple-of-changed";
    }

    @Override
    public String about() {
        return "`multipleOf` is another: breaking for callers unless each multiple of the new is what they had; risky"
                + " for readers if it is gone.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        if (!spot.changed("multipleOf")) {
            return;
        }
        if (spot.after().has("multipleOf") && !Types.isMultiple(spot.old("multipleOf"), spot.now("multipleOf"))) {
            ledger.narrowed(this, spot, spot.old("multipleOf"), spot.now("multipleOf"));
        } else {
            ledger.widened(this, spot, spot.old("multipleOf"), spot.now("multipleOf"));
        }
    }
}
