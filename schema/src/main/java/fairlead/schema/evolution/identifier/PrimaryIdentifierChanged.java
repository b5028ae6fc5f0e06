package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class PrimaryIdentifierChanged implements DocumentRule {

    @Override
    public String id() {
        return "primary-identifier-changed";
    }

    @Override
    public String about() {
        return "The primary identifier has other properties, or in another order: breaking, resources are not found"
                + " again.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("primaryIdentifier");
        JsonNode after = versions.after().path("primaryIdentifier");
        if (!before.equals(after)) {
            ledger.add(
                    this,
                    Verdict.BREAKING,
                    Concern.BOTH,
                    "/primaryIdentifier",
                    before,
                    after,
                    "the identifiers of all resources mean something else");
        }
    }
}
