package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (String name : spot.old("properties").propertyNames()) {
            if (!spot.now("properties").has(name)) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        spot.concernOf(name),
                        spot.property(name),
                        spot.old("properties").path(name),
                        PropertyVersions.nothing(),
                        "what uses the property finds it no more");
            }
        }
    }
}
