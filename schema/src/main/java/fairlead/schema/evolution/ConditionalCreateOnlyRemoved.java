package fairlead.schema.evolution;

import tools.jackson.databind.JsonNode;

final class ConditionalCreateOnlyRemoved implements DocumentRule {

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
