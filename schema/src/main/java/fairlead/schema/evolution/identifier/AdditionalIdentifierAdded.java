package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class AdditionalIdentifierAdded implements DocumentRule {

    @Override
    public String id() {
        return "additional-identifier-added";
    }

    @Override
    public String about() {
        return "There is one more way to find a resource: compatible.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("additionalIdentifiers");
        JsonNode after = versions.after().path("additionalIdentifiers");
        for (JsonNode identifier : Versions.added(before, after)) {
            ledger.add(
                    this,
                    Verdict.COMPATIBLE,
                    Concern.INPUT,
                    "/additionalIdentifiers",
                    Spot.nothing(),
                    identifier,
                    "resources can be found by it, too");
        }
    }
}
