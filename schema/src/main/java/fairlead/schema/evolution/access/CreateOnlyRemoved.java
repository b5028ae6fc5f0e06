package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class CreateOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "create-only-removed";
    }

    @Override
    public String about() {
        return "A property can be changed in place now: compatible.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("createOnlyProperties");
        JsonNode after = versions.after().path("createOnlyProperties");
        for (JsonNode path : Versions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        path.asString(""),
                        Spot.text("create-only"),
                        Spot.text("ordinary"),
                        "a change no longer replaces the resource, at least not always");
            }
        }
    }
}
