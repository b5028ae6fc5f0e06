package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;

public final class ArrayTypeChanged implements PropertyRule {

    @Override
    public String id() {
        return "array-type-changed";
    }

    @Override
    public String about() {
        return "`arrayType` is another: risky, lists are attached to a resource in another way.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        String before = spot.old("arrayType").asString("Standard");
        String after = spot.now("arrayType").asString("Standard");
        if (!before.equals(after)) {
            changes.add(
                    this,
                    Verdict.RISKY,
                    spot.concern(),
                    spot.pointer(),
                    PropertyVersions.text(before),
                    PropertyVersions.text(after),
                    "the items belong to the resource in another way");
        }
    }
}
