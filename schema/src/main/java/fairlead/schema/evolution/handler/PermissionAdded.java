package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
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
    public void check(SchemaVersions versions, SchemaChanges changes) {
        check(versions, "/tagging/permissions", changes);
        for (String handler : versions.before().path("handlers").propertyNames()) {
            if (versions.after().path("handlers").has(handler)) {
                check(versions, "/handlers/" + handler + "/permissions", changes);
            }
        }
    }

    private void check(SchemaVersions versions, String place, SchemaChanges changes) {
        for (JsonNode permission : SchemaVersions.added(
                versions.before().at(place), versions.after().at(place))) {
            changes.add(
                    this,
                    Verdict.RISKY,
                    Concern.OPERATION,
                    place,
                    PropertyVersions.nothing(),
                    permission,
                    "the handler fails where its role lacks the permission");
        }
    }
}
