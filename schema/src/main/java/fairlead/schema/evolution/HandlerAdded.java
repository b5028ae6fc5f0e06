package fairlead.schema.evolution;

final class HandlerAdded implements DocumentRule {

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
