package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import tools.jackson.databind.node.BooleanNode;

public final class UniqueItemsChanged implements PropertyRule {

    @Override
    public String id() {
        return "unique-items-changed";
    }

    @Override
    public String about() {
        return "Items must now be unique: breaking for callers; or need not be: risky for readers.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        boolean before = spot.old("uniqueItems").asBoolean(false);
        boolean after = spot.now("uniqueItems").asBoolean(false);
        if (!before && after) {
            changes.narrowed(this, spot, BooleanNode.FALSE, BooleanNode.TRUE);
        } else if (before && !after) {
            changes.widened(this, spot, BooleanNode.TRUE, BooleanNode.FALSE);
        }
    }
}
