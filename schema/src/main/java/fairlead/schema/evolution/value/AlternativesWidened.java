package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import java.util.List;

public final class AlternativesWidened implements PropertyRule {

    @Override
    public String id() {
        return "alternatives-widened";
    }

    @Override
    public String about() {
        return "An alternative of `oneOf` or `anyOf` is new, or a part of `allOf` is gone: risky for readers;"
                + " compatible where the property is write-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (String combinator : List.of("oneOf", "anyOf")) {
            boolean more = spot.now(combinator).size() > spot.old(combinator).size()
                    && spot.before().has(combinator);
            if (more || (spot.before().has(combinator) && !spot.after().has(combinator))) {
                changes.widened(this, spot, spot.old(combinator), spot.now(combinator));
            }
        }
        if (spot.now("allOf").size() < spot.old("allOf").size()) {
            changes.widened(this, spot, spot.old("allOf"), spot.now("allOf"));
        }
    }
}
