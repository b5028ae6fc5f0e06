package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.node.BooleanNode;

public final class InsertionOrderChanged implements PropertyRule {

    @Override
    public String id() {
        return "insertion-order-changed";
    }

    @Override
    public String about() {
        return "The order of a list now means something: breaking, a shuffled list is a change; or no longer: risky"
                + " for readers that rely on it.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        boolean before = spot.old("insertionOrder").asBoolean(true);
        boolean after = spot.now("insertionOrder").asBoolean(true);
        if (before != after) {
            changes.add(
                    this,
                    after ? Verdict.BREAKING : Verdict.RISKY,
                    after ? Concern.BOTH : Concern.OUTPUT,
                    spot.pointer(),
                    BooleanNode.valueOf(before),
                    BooleanNode.valueOf(after),
                    after ? "a list in another order is now a change" : "the items may come back in another order");
        }
    }
}
