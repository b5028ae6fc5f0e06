package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.old("type").equals(spot.now("type")) && !Types.holds(spot.old("type"), spot.now("type"))) {
            changes.widened(this, spot, spot.old("type"), spot.now("type"));
        }
    }
}
