package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class RequiredRemoved implements PropertyRule {

    @Override
    public String id() {
        return "required-removed";
    }

    @Override
    public String about() {
        return "A property may be left out now: risky for readers that rely on it; compatible if it is write-only.";
    }

    @Override
    public void check(Spot spot, Ledger ledger) {
        for (JsonNode name : Versions.added(spot.now("required"), spot.old("required"))) {
            String property = name.asString("");
            if (spot.now("properties").has(property)) {
                boolean output = spot.concernOf(property).isOutput();
                ledger.add(
                        this,
                        output ? Verdict.RISKY : Verdict.COMPATIBLE,
                        output ? Concern.OUTPUT : Concern.INPUT,
                        spot.property(property),
                        Spot.text("required"),
                        Spot.text("optional"),
                        output ? "readers may meet a model without it" : "a request with it is still valid");
            }
        }
    }
}
