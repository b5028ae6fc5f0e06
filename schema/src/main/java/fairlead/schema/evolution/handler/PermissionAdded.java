package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.Ledger;
import fairlead.schema.evolution.rule.Spot;
import fairlead.schema.evolution.rule.Verdict;
import fairlead.schema.evolution.rule.Versions;
import tools.jackson.databind.JsonNode;

public final class PermissionAdded implements DocumentRule {

    @Override
    public String id() {
        return "permission-added";
    }

    @Override
    public String about() {
        return "A handler, or tagging, needs more permissions: risky, the role it runs with may lack them.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        check(versions, "/tagging/permissions", ledger);
        for (String handler : versions.before().path("handlers").propertyNames()) {
            if (versions.after().path("handlers").has(handler)) {
                check(versions, "/handlers/" + handler + "/permissions", ledger);
            }
        }
    }

    private void check(Versions versions, String place, Ledger ledger) {
        for (JsonNode permission :
                Versions.added(versions.before().at(place), versions.after().at(place))) {
            ledger.add(
                    this,
                    Verdict.RISKY,
                    Concern.OPERATION,
                    place,
                    Spot.nothing(),
                    permission,
                    "the handler fails where its role lacks the permission");
        }
    }
}
