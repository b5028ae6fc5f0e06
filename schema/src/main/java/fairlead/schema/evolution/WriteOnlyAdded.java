package fairlead.schema.evolution;

import tools.jackson.databind.JsonNode;

final class WriteOnlyAdded implements DocumentRule {

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
