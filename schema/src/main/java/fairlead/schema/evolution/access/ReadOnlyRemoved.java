package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class ReadOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "read-only-removed";
    }

    @Override
    public String about() {
        return "A property is now set by callers: breaking, for what the handler decided is theirs now.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("readOnlyProperties");
        JsonNode after = versions.after().path("readOnlyProperties");
        for (JsonNode path : Versions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        Concern.BOTH,
                        path.asString(""),
                        Spot.text("read-only"),
                        Spot.text("ordinary"),
                        "the value is now what callers ask for, and no longer what the handler decides");
            }
        }
    }
}
