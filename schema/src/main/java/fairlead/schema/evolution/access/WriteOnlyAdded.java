package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class WriteOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "write-only-added";
    }

    @Override
    public String about() {
        return "A property is no longer given back: breaking for readers.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("writeOnlyProperties");
        JsonNode after = versions.after().path("writeOnlyProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        Concern.OUTPUT,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("write-only"),
                        "readers find it no more, and no drift in it is seen");
            }
        }
    }
}
