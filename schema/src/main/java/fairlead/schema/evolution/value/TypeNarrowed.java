package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

public final class TypeNarrowed implements PropertyRule {

    @Override
    public String id() {
        return "type-narrowed";
    }

    @Override
    public String about() {
        return "Values of some type are no longer valid: breaking for callers; compatible where the property is"
                + " read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.old("type").equals(spot.now("type")) && !Types.holds(spot.now("type"), spot.old("type"))) {
            changes.narrowed(this, spot, spot.old("type"), spot.now("type"));
        }
    }
}
