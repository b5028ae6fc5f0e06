package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;

public final class HandlerRemoved implements DocumentRule {

    @Override
    public String id() {
        return "handler-removed";
    }

    @Override
    public String about() {
        return "A verb is gone: breaking.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        for (String handler : versions.before().path("handlers").propertyNames()) {
            if (!versions.after().path("handlers").has(handler)) {
                changes.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        "/handlers/" + handler,
                        PropertyVersions.text(handler),
                        PropertyVersions.nothing(),
                        "the type can't " + handler + " any more");
            }
        }
    }
}
