package fairlead.schema.evolution;

import tools.jackson.databind.JsonNode;

final class PropertyHidden implements DocumentRule {

    @Override
    public String id() {
        return "property-hidden";
    }

    @Override
    public String about() {
        return "A property is no longer public: risky for all who use it.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("nonPublicProperties");
        JsonNode after = versions.after().path("nonPublicProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.RISKY,
                        Concern.BOTH,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("non-public"),
                        "it is no longer part of what is published");
            }
        }
    }
}
