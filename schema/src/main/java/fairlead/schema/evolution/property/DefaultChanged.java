package fairlead.schema.evolution.property;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;

public final class DefaultChanged implements PropertyRule {

    @Override
    public String id() {
        return "default-changed";
    }

    @Override
    public String about() {
        return "A default is another or gone: breaking for callers that leave the property out; a new one is risky.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (spot.changed("default")) {
            boolean added = !spot.before().has("default");
            changes.add(
                    this,
                    added ? Verdict.RISKY : Verdict.BREAKING,
                    Concern.INPUT,
                    spot.pointer(),
                    spot.old("default"),
                    spot.now("default"),
                    "a request that leaves it out now asks for something else");
        }
    }
}
