package fairlead.schema.evolution.access;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class WriteOnlyRemoved implements DocumentRule {

    @Override
    public String id() {
        return "write-only-removed";
    }

    @Override
    public String about() {
        return "A property is now given back: risky, for it may be a secret.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        JsonNode before = versions.before().path("writeOnlyProperties");
        JsonNode after = versions.after().path("writeOnlyProperties");
        for (JsonNode path : Versions.added(after, before)) {
            if (versions.exists(path.asString(""))) {
                ledger.add(
                        this,
                        Verdict.RISKY,
                        Concern.OUTPUT,
                        path.asString(""),
                        Spot.text("write-only"),
                        Spot.text("ordinary"),
                        "what was kept secret is now shown and stored in clear");
            }
        }
    }
}
