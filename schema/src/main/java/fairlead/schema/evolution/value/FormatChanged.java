package fairlead.schema.evolution.value;

import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.Verdict;

public final class FormatChanged implements PropertyRule {

    @Override
    public String id() {
        return "format-changed";
    }

    @Override
    public String about() {
        return "`format` is another: risky, for tools may check it or type values by it.";
    }

    @Override
    public void check(PropertyVersions spot, SchemaChanges changes) {
        if (spot.changed("format")) {
            changes.add(
                    this,
                    Verdict.RISKY,
                    spot.concern(),
                    spot.pointer(),
                    spot.old("format"),
                    spot.now("format"),
                    "generated clients may check the format or make a type of it");
        }
    }
}
