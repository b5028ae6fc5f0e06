package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;

public final class ArrayTypeChanged implements PropertyRule {

    @Override
    public String id() {
        return "array-type-changed";
    }

    @Override
    public String about() {
        return "`arrayType` is another: risky, lists are attached to a resource in another way.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        String before = spot.old("arrayType").asString("Standard");
        String after = spot.now("arrayType").asString("Standard");
        if (!before.equals(after)) {
            ledger.add(
                    this,
                    Verdict.RISKY,
                    spot.concern(),
                    spot.pointer(),
                    Spot.text(before),
                    Spot.text(after),
                    "the items belong to the resource in another way");
        }
    }
}
