package fairlead.schema.evolution.identifier;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import tools.jackson.databind.JsonNode;

public final class TypeNameChanged implements DocumentRule {

    @Override
    public String id() {
        return "type-name-changed";
    }

    @Override
    public String about() {
        return "The type has another name: breaking, it is another type.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        JsonNode before = versions.before().path("typeName");
        JsonNode after = versions.after().path("typeName");
        if (!before.equals(after)) {
            changes.add(
                    this,
                    Verdict.BREAKING,
                    Concern.BOTH,
                    "/typeName",
                    before,
                    after,
                    "nothing that names the type finds it");
        }
    }
}
