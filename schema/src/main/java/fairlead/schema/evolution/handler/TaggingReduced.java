package fairlead.schema.evolution.handler;

import fairlead.schema.Tagging;
import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import java.util.List;
import tools.jackson.databind.node.BooleanNode;

public final class TaggingReduced implements DocumentRule {

    @Override
    public String id() {
        return "tagging-reduced";
    }

    @Override
    public String about() {
        return "Something that tagging could do is gone: breaking for callers that use it.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        Tagging before = versions.older().tagging();
        Tagging after = versions.newer().tagging();
        check("taggable", before.property().isPresent(), after.property().isPresent(), changes);
        if (before.property().isPresent() && after.property().isPresent()) {
            for (String ability : List.of("tagOnCreate", "tagUpdatable", "cloudFormationSystemTags")) {
                boolean could = versions.before().path("tagging").path(ability).asBoolean(true);
                boolean can = versions.after().path("tagging").path(ability).asBoolean(true);
                check(ability, could, can, changes);
            }
        }
    }

    private void check(String ability, boolean could, boolean can, SchemaChanges changes) {
        if (could && !can) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.INPUT,
                    "/tagging/" + ability,
                    BooleanNode.TRUE,
                    BooleanNode.FALSE,
                    "tags that callers set are refused or lost");
        }
    }
}
