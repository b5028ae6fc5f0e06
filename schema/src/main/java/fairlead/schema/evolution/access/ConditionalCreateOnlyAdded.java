package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class ConditionalCreateOnlyAdded implements DocumentRule {

    @Override
    public String id() {
        return "conditional-create-only-added";
    }

    @Override
    public String about() {
        return "A change of a property may now replace the resource: risky. From create-only it is an improvement, and"
                + " not told.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("conditionalCreateOnlyProperties");
        JsonNode after = versions.after().path("conditionalCreateOnlyProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString("")) && !versions.lists("createOnlyProperties", path)) {
                ledger.add(
                        this,
                        Verdict.RISKY,
                        Concern.INPUT,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("conditional create-only"),
                        "a change may now replace the resource");
            }
        }
    }
}
