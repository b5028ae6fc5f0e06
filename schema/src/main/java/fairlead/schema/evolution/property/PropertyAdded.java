package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;

public final class PropertyAdded implements PropertyRule {

    @Override
    public String id() {
        return "property-added";
    }

    @Override
    public String about() {
        return "A property is new: compatible, unless it is required.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        for (String name : spot.now("properties").propertyNames()) {
            if (!spot.old("properties").has(name)) {
                ledger.add(
                        this,
                        Verdict.COMPATIBLE,
                        spot.concernOf(name),
                        spot.property(name),
                        Spot.nothing(),
                        spot.now("properties").path(name),
                        "nobody knows it yet");
            }
        }
    }
}
