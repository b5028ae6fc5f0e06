package fairlead.server.resource.policy;

import fairlead.server.access.Action;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.plan.Plan;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The plan of a change that no handler is asked for: other tags, another address, or a record of what was found.
///
/// @param next as it is to be; its version follows from that of what is there
record SettledPlan(Resource next) implements ApprovalGate.Change {

    @Override
    public Plan.Step step() {
        ObjectNode desired = Documents.empty();
        desired.put("location", next.location());
        desired.set("tags", tags());
        return new Plan.Step(
                Plan.Verb.UPDATE,
                Action.write(next.id().type().toString()).name(),
                next.id().toString(),
                Optional.of(next.etag()),
                next.typeName() + "@" + next.typeVersion(),
                desired);
    }

    private ObjectNode tags() {
        return next.tracked() ? Documents.object(next.tags()) : Documents.empty();
    }

    @Override
    public ObjectNode difference() {
        ObjectNode json = Documents.empty();
        json.putObject("tags").set("after", tags());
        return json;
    }
}
