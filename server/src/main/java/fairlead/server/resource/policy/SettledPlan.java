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
/// @param verb to make a record of what was found, or to change one
/// @param more what else is asked for: where it was, or by what it is identified
record SettledPlan(Resource next, Plan.Verb verb, ObjectNode more) implements ApprovalGate.Change {

    static SettledPlan tagged(Resource next) {
        return new SettledPlan(next, Plan.Verb.UPDATE, Documents.empty());
    }

    static SettledPlan moved(Resource present, Resource next) {
        return new SettledPlan(
                next,
                Plan.Verb.UPDATE,
                Documents.empty().put("movedFrom", present.id().toString()));
    }

    /// The same for the same resource whenever it is imported: its properties are not asked for.
    static SettledPlan found(Resource next) {
        return new SettledPlan(
                next,
                Plan.Verb.CREATE,
                Documents.empty().put("imported", next.identifier().orElse("")));
    }

    @Override
    public Plan.Step step() {
        ObjectNode desired = Documents.empty();
        desired.put("location", next.location());
        desired.set("tags", tags());
        desired.setAll(more);
        return new Plan.Step(
                verb,
                Action.write(next.id().type().toString()).name(),
                next.id().toString(),
                verb == Plan.Verb.CREATE ? Optional.empty() : Optional.of(next.etag()),
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
        json.setAll(more);
        return json;
    }
}
