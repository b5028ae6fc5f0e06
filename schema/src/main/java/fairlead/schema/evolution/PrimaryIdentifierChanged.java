package fairlead.schema.evolution;

import tools.jackson.databind.JsonNode;

final class PrimaryIdentifierChanged implements DocumentRule {

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
