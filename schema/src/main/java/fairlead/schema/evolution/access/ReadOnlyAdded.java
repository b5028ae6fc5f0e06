package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class ReadOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "read-only-added";
    }

    @Override
    public String about() {
        return "A property can no longer be set: breaking for callers that set it.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("readOnlyProperties");
        JsonNode after = versions.after().path("readOnlyProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("read-only"),
                        "a request that sets it is refused");
            }
        }
    }
}
