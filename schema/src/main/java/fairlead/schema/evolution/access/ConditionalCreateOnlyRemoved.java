package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class ConditionalCreateOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "conditional-create-only-removed";
    }

    @Override
    public String about() {
        return "A change of a property no longer replaces the resource: compatible. If it is create-only now, that is"
                + " told instead.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("conditionalCreateOnlyProperties");
        JsonNode after = versions.after().path("conditionalCreateOnlyProperties");
        for (JsonNode path : Versions.added(after, before)) {
            if (versions.exists(path.asString("")) && !versions.lists("createOnlyProperties", path)) {
                ledger.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        path.asString(""),
                        Spot.text("conditional create-only"),
                        Spot.text("ordinary"),
                        "a change no longer replaces the resource");
            }
        }
    }
}
