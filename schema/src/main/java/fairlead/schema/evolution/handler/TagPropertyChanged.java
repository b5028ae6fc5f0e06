package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;

public final class TagPropertyChanged implements DocumentRule {

    @Override
    public String id() {
        return "tag-property-changed";
    }

    @Override
    public String about() {
        return "Tags are in another property: breaking for callers and readers.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        String before = versions.older().tagProperty().orElse("");
        String after = versions.newer().tagProperty().orElse("");
        if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.BOTH,
                    "/tagging/tagProperty",
                    PropertyVersions.text(before),
                    PropertyVersions.text(after),
                    "tags are looked for in another place");
        }
    }
}
