package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;

public final class PatternChanged implements PropertyRule {

    @Override
    public String id() {
        return "pattern-changed";
    }

    @Override
    public String about() {
        return "A pattern is new or another: breaking for callers, for it may match less; risky for readers if it is"
                + " gone or the property is read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (!spot.changed("pattern")) {
            return;
        }
        if (spot.concern().isInput() && spot.after().has("pattern")) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.INPUT,
                    spot.pointer(),
                    spot.old("pattern"),
                    spot.now("pattern"),
                    "no pattern can be shown to match all that another does: what was valid may be refused");
        } else if (spot.before().has("pattern")) {
            changes.widened(this, spot, spot.old("pattern"), spot.now("pattern"));
        } else {
            changes.narrowed(this, spot, spot.old("pattern"), spot.now("pattern"));
        }
    }
}
