package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import tools.jackson.databind.JsonNode;

public final class EnumWidened implements PropertyRule {

    @Override
    public String id() {
        return "enum-widened";
    }

    @Override
    public String about() {
        return "More values are allowed by `enum` or `const`: risky for readers; compatible where the property is"
                + " write-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        JsonNode before = Types.choices(spot.before());
        JsonNode after = Types.choices(spot.after());
        if (!before.isMissingNode()
                && (after.isMissingNode()
                        || !SchemaVersions.added(before, after).isEmpty())) {
            changes.widened(this, spot, before, after);
        }
    }
}
