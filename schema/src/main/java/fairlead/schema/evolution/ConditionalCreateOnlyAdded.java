package fairlead.schema.evolution;

import tools.jackson.databind.JsonNode;

final class ConditionalCreateOnlyAdded implements DocumentRule {

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
