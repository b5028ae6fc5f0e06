package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class PropertyHidden implements DocumentRule {

    @Override
    public String id() {
        return "property-hidden";
    }

    @Override
    public String about() {
        return "A property is no longer public: risky for all who use it.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("nonPublicProperties");
        JsonNode after = versions.after().path("nonPublicProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.RISKY,
                        Concern.BOTH,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("non-public"),
                        "it is no longer part of what is published");
            }
        }
    }
}
