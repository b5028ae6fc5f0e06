package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;

public final class HandlerAdded implements DocumentRule {

    @Override
    public String id() {
        return "handler-added";
    }

    @Override
    public String about() {
        return "A verb is new: compatible.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        for (String handler : versions.after().path("handlers").propertyNames()) {
            if (!versions.before().path("handlers").has(handler)) {
                changes.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        "/handlers/" + handler,
                        PropertyVersions.nothing(),
                        PropertyVersions.text(handler),
                        "the type can " + handler + " now");
            }
        }
    }
}
