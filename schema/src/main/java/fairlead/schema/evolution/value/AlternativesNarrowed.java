package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (String combinator : List.of("oneOf", "anyOf")) {
            boolean fewer = spot.now(combinator).size() < spot.old(combinator).size()
                    && spot.after().has(combinator);
            if (fewer || (spot.after().has(combinator) && !spot.before().has(combinator))) {
                changes.narrowed(this, spot, spot.old(combinator), spot.now(combinator));
            }
        }
        if (spot.now("allOf").size() > spot.old("allOf").size()) {
            changes.narrowed(this, spot, spot.old("allOf"), spot.now("allOf"));
        }
    }
}
