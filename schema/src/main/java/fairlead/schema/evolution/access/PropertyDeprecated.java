package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class PropertyDeprecated implements DocumentRule {

    @Override
    public String id() {
        return "property-deprecated";
    }

    @Override
    public String about() {
        return "A property is deprecated: risky, it may be missing from what is read and may be ignored.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("deprecatedProperties");
        JsonNode after = versions.after().path("deprecatedProperties");
        for (JsonNode path : Versions.added(before, after)) {
            if (versions.existed(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.RISKY,
                        Concern.OUTPUT,
                        path.asString(""),
                        Spot.text("ordinary"),
                        Spot.text("deprecated"),
                        "it may be ignored, and missing from what is read");
            }
        }
    }
}
