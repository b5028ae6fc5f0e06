package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (String name : spot.now("properties").propertyNames()) {
            if (!spot.old("properties").has(name)) {
                changes.add(
                        this,
                        Verdict.COMPATIBLE,
                        spot.concernOf(name),
                        spot.property(name),
                        PropertyVersions.nothing(),
                        spot.now("properties").path(name),
                        "no model has it yet");
            }
        }
    }
}
