package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;

public final class UnknownPropertiesOpened implements PropertyRule {

    @Override
    public String id() {
        return "unknown-properties-opened";
    }

    @Override
    public String about() {
        return "Properties without a name in the schema are valid now: risky for readers; compatible where the"
                + " property is write-only.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        boolean closed = spot.old("additionalProperties").isBoolean()
                && !spot.old("additionalProperties").booleanValue();
        boolean open = !spot.after().has("additionalProperties")
                || spot.now("additionalProperties").asBoolean(true);
        if (closed && open && !spot.isWhole()) {
            changes.widened(this, spot, spot.old("additionalProperties"), spot.now("additionalProperties"));
        }
    }
}
