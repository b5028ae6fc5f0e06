package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
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
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (JsonNode name : SchemaVersions.added(spot.now("required"), spot.old("required"))) {
            String property = name.asString("");
            if (spot.now("properties").has(property)) {
                boolean output = spot.concernOf(property).isOutput();
                changes.add(
                        this,
                        output ? Verdict.RISKY : Verdict.COMPATIBLE,
                        output ? Concern.OUTPUT : Concern.INPUT,
                        spot.property(property),
                        PropertyVersions.text("required"),
                        PropertyVersions.text("optional"),
                        output ? "readers may meet a model without it" : "a request with it is still valid");
            }
        }
    }
}
