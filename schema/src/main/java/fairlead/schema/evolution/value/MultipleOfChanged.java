package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.changed("multipleOf")) {
            return;
        }
        if (spot.after().has("multipleOf") && !Types.isMultiple(spot.old("multipleOf"), spot.now("multipleOf"))) {
            changes.narrowed(this, spot, spot.old("multipleOf"), spot.now("multipleOf"));
        } else {
            changes.widened(this, spot, spot.old("multipleOf"), spot.now("multipleOf"));
        }
    }
}
