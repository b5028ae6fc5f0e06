package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

public final class UnknownPropertiesClosed implements PropertyRule {

    @Override
    public String id() {
        return "unknown-properties-closed";
    }

    @Override
    public String about() {
        return "Properties without a name in the schema are no longer valid: breaking for callers; compatible where"
                + " the property is read-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        boolean closed = spot.now("additionalProperties").isBoolean()
                && !spot.now("additionalProperties").booleanValue();
        boolean open = !spot.before().has("additionalProperties")
                || spot.old("additionalProperties").asBoolean(true);
        if (closed && open && !spot.isWhole()) {
            changes.narrowed(this, spot, spot.old("additionalProperties"), spot.now("additionalProperties"));
        }
    }
}
