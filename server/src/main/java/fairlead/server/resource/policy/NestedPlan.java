package fairlead.server.resource.policy;

import fairlead.server.access.Action;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.plan.Plan;
import fairlead.server.plan.SecretDigests;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The part that a nested resource has in the plan of a PUT which brings it along: what is asked of it. What is there
/// until then is not looked at before its turn.
record NestedPlan(Put child, String location, SecretDigests digests) implements ApprovalGate.Change {

    @Override
    public Plan.Step step() {
        TypeVersion type = child.type();
        ObjectNode desired = Documents.empty();
        desired.put("location", location);
        ObjectNode secret = type.schema().onlyWriteOnly(child.properties());
        ObjectNode visible = type.schema().withoutWriteOnly(child.properties());
        desired.set(
                "properties",
                secret.isEmpty()
                        ? visible
                        : type.schema().overlay(visible, digests.of(child.id().toString(), secret)));
        return new Plan.Step(
                Plan.Verb.UPDATE,
                Action.write(type.armType().toString()).name(),
                child.id().toString(),
                Optional.empty(),
                type.name() + "@" + type.version(),
                desired);
    }

    @Override
    public ObjectNode difference() {
        ObjectNode json = Documents.empty();
        json.set("properties", child.type().schema().withoutWriteOnly(child.properties()));
        return json;
    }
}
