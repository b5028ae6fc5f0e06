package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;

public final class PatternPropertiesChanged implements PropertyRule {

    @Override
    public String id() {
        return "pattern-properties-changed";
    }

    @Override
    public String about() {
        return "A pattern for the names of a map is gone: breaking for callers; a new one is risky for readers.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        for (String pattern : spot.old("patternProperties").propertyNames()) {
            if (!spot.now("patternProperties").has(pattern)) {
                ledger.narrowed(this, spot, Spot.text(pattern), Spot.nothing());
            }
        }
        for (String pattern : spot.now("patternProperties").propertyNames()) {
            if (!spot.old("patternProperties").has(pattern)) {
                ledger.widened(this, spot, Spot.nothing(), Spot.text(pattern));
            }
        }
    }
}
