package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.Spot;
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
    public void check(Spot spot, Ledger ledger) {
        boolean before = spot.old("uniqueItems").asBoolean(false);
        boolean after = spot.now("uniqueItems").asBoolean(false);
        if (!before && after) {
            ledger.narrowed(this, spot, BooleanNode.FALSE, BooleanNode.TRUE);
        } else if (before && !after) {
            ledger.widened(this, spot, BooleanNode.TRUE, BooleanNode.FALSE);
        }
    }
}
