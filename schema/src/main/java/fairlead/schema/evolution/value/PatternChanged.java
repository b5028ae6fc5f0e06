package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
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
    public void check(Spot spot, Ledger ledger) {
        if (!spot.changed("pattern")) {
            return;
        }
        if (spot.concern().isInput() && spot.after().has("pattern")) {
            ledger.add(
                    this,
                    Verdict.BREAKING,
                    Concern.INPUT,
                    spot.pointer(),
                    spot.old("pattern"),
                    spot.now("pattern"),
                    "no pattern can be shown to match all that another does: what was valid may be refused");
        } else if (spot.before().has("pattern")) {
            ledger.widened(this, spot, spot.old("pattern"), spot.now("pattern"));
        } else {
            ledger.narrowed(this, spot, spot.old("pattern"), spot.now("pattern"));
        }
    }
}
