package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;

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
    public void check(Versions versions, Ledger ledger) {
        for (String handler : versions.before().path("handlers").propertyNames()) {
            if (!versions.after().path("handlers").has(handler)) {
                ledger.add(
                        this,
                        Verdict.BREAKING,
                        Concern.INPUT,
                        "/handlers/" + handler,
                        Spot.text(handler),
                        Spot.nothing(),
                        "the type can't " + handler + " any more");
            }
        }
    }
}
