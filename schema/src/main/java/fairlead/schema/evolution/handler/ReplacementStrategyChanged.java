package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;

public final class ReplacementStrategyChanged implements DocumentRule {

    @Override
    public String id() {
        return "replacement-strategy-changed";
    }

    @Override
    public String about() {
        return "A resource is replaced in the other order: risky, for there may be none for a while, or two.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        String before = versions.older().replacementStrategy().wireName();
        String after = versions.newer().replacementStrategy().wireName();
        if (!before.equals(after)) {
            ledger.add(
                    this,
                    Verdict.RISKY,
                    Concern.OPERATION,
                    "/replacementStrategy",
                    Spot.text(before),
                    Spot.text(after),
                    after.startsWith("delete")
                            ? "there is no resource while one is replaced"
                            : "there are two resources while one is replaced");
        }
    }
}
