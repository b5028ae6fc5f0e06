package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class RequiredAdded implements PropertyRule {

    @Override
    public String id() {
        return "required-added";
    }

    @Override
    public String about() {
        return "A property must be there now: breaking for callers that leave it out; compatible if it is read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        for (JsonNode name : SchemaVersions.added(spot.old("required"), spot.now("required"))) {
            String property = name.asString("");
            boolean input = spot.concernOf(property).isInput() && !spot.isReadOnly(property);
            changes.add(
                    this,
                    input ? Verdict.BREAKING : Verdict.COMPATIBLE,
                    input ? Concern.INPUT : Concern.OUTPUT,
                    spot.property(property),
                    PropertyVersions.text("optional"),
                    PropertyVersions.text("required"),
                    input ? "a request without it is refused" : "readers can rely on it");
        }
    }
}
