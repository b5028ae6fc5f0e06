package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class AdditionalIdentifierRemoved implements DocumentRule {

    @Override
    public String id() {
        return "additional-identifier-removed";
    }

    @Override
    public String about() {
        return "A way to find a resource is gone: breaking for those who use it.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("additionalIdentifiers");
        JsonNode after = versions.after().path("additionalIdentifiers");
        for (JsonNode identifier : Versions.added(after, before)) {
            ledger.add(
                    this,
                    Verdict.BREAKING,
                    Concern.INPUT,
                    "/additionalIdentifiers",
                    identifier,
                    Spot.nothing(),
                    "resources can't be found by it any more");
        }
    }
}
