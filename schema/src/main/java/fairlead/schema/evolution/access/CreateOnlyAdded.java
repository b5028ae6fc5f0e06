package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class CreateOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "create-only-added";
    }

    @Override
    public String about() {
        return "A property that was there can no longer be changed: breaking for callers that change it.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("createOnlyProperties");
        JsonNode after = versions.after().path("createOnlyProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("create-only"),
                        "a change now replaces the resource");
            }
        }
    }
}
