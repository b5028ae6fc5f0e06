package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (String pattern : spot.old("patternProperties").propertyNames()) {
            if (!spot.now("patternProperties").has(pattern)) {
                changes.narrowed(this, spot, PropertyVersions.text(pattern), PropertyVersions.nothing());
            }
        }
        for (String pattern : spot.now("patternProperties").propertyNames()) {
            if (!spot.old("patternProperties").has(pattern)) {
                changes.widened(this, spot, PropertyVersions.nothing(), PropertyVersions.text(pattern));
            }
        }
    }
}
