package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;

public final class ReplacementStrategyChanged implements DocumentRule {

    @Override
    public String id() {
        return "replacement-strategy-changed";
    }

    @Override
    public String about() {
        return "A resource is replaced in the other order: risky, for there may be none for a while, or two.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        String before = versions.older().replacementStrategy().wireName();
        String after = versions.newer().replacementStrategy().wireName();
        if (!before.equals(after)) {
            changes.add(
                    this,
                    Verdict.RISKY,
                    Concern.OPERATION,
                    "/replacementStrategy",
                    PropertyVersions.text(before),
                    PropertyVersions.text(after),
                    after.startsWith("delete")
                            ? "there is no resource while one is replaced"
                            : "there are two resources while one is replaced");
        }
    }
}
