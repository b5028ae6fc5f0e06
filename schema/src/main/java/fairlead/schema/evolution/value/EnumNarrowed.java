package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import tools.jackson.databind.JsonNode;

public final class EnumNarrowed implements PropertyRule {

    @Override
    public String id() {
        return "enum-narrowed";
    }

    @Override
    public String about() {
        return "Fewer values are allowed by `enum` or `const`: breaking for callers; compatible where the property is"
                + " read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        JsonNode before = Types.choices(spot.before());
        JsonNode after = Types.choices(spot.after());
        if (!after.isMissingNode()
                && (before.isMissingNode()
                        || !SchemaVersions.added(after, before).isEmpty())) {
            changes.narrowed(this, spot, before, after);
        }
    }
}
