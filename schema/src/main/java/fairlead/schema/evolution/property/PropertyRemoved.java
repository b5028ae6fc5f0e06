package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;

public final class PropertyRemoved implements PropertyRule {

    @Override
    public String id() {
        return "property-removed";
    }

    @Override
    public String about() {
        return "A property is gone: breaking, callers can no longer set it or readers no longer find it.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        for (String name : spot.old("properties").propertyNames()) {
            if (!spot.now("properties").has(name)) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        spot.concernOf(name),
                        spot.property(name),
                        spot.old("properties").path(name),
                        Spot.nothing(),
                        "what uses the property finds it no more");
            }
        }
    }
}
