package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;

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
    public void check(Versions versions, Ledger ledger) {
        for (String handler : versions.after().path("handlers").propertyNames()) {
            if (!versions.before().path("handlers").has(handler)) {
                ledger.add(
                        this,
                        Verdict.COMPATIBLE,
                        Concern.INPUT,
                        "/handlers/" + handler,
                        Spot.nothing(),
                        Spot.text(handler),
                        "the type can " + handler + " now");
            }
        }
    }
}
