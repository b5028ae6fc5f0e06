package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import java.util.List;

public final class AlternativesNarrowed implements PropertyRule {

    @Override
    public String id() {
        return "alternatives-narrowed";
    }

    @Override
    public String about() {
        return "An alternative of `oneOf` or `anyOf` is gone, or a part of `allOf` is new: breaking for callers;"
                + " compatible where the property is read-only.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        for (String combinator : List.of("oneOf", "anyOf")) {
            boolean fewer = spot.now(combinator).size() < spot.old(combinator).size()
                    && spot.after().has(combinator);
            if (fewer || (spot.after().has(combinator) && !spot.before().has(combinator))) {
                ledger.narrowed(this, spot, spot.old(combinator), spot.now(combinator));
            }
        }
        if (spot.now("allOf").size() > spot.old("allOf").size()) {
            ledger.narrowed(this, spot, spot.old("allOf"), spot.now("allOf"));
        }
    }
}
