package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;

public final class TagPropertyChanged implements DocumentRule {

    @Override
    public String id() {
        return "tag-property-changed";
    }

    @Override
    public String about() {
        return "Tags are in another property: breaking for callers and readers.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        String before = versions.older().tagProperty().orElse("");
        String after = versions.newer().tagProperty().orElse("");
        if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
            ledger.add(
                    this,
                    Verdict.BREAKING,
                    Concern.BOTH,
                    "/tagging/tagProperty",
                    Spot.text(before),
                    Spot.text(after),
                    "tags are looked for in another place");
        }
    }
}
