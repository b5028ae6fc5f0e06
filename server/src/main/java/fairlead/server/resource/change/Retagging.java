package fairlead.server.resource.change;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.Judgement;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.CreatedFor;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Changes of a resource that need no handler: of its tags, and of the casing of its name.
public final class Retagging {

    private final ResourceStore store;
    private final Database database;
    private final Scopes scopes;
    private final Clock clock;
    private final ChangeRecorder recorder;

    public Retagging(Database database, Scopes scopes, Types types, AuditTrail audit, Clock clock) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.scopes = scopes;
        this.clock = clock;
        recorder = new ChangeRecorder(store, types, audit, clock);
    }

    /// The resource with these tags; empty if another request has changed it since it was read. If nothing differs,
    /// nothing is stored, and the ETag stays.
    ///
    /// @param id in the casing that it gets
    /// @param judgement what guardrails say of it
    public Optional<Resource> retag(
            Caller caller, Resource present, ResourceId id, ObjectNode asked, Judgement judgement) {
        ObjectNode tags = CreatedFor.kept(present, asked);
        if (!present.tracked() && !tags.isEmpty()) {
            throw new ProblemException(
                    Problem.InvalidBody.of("envelope.not-supported", "the type does not support 'tags'", "/tags"));
        }
        if (Documents.object(present.tags()).equals(tags) && present.id().equals(id)) {
            scopes.requireInOrder(present.id().subscription());
            return Optional.of(present);
        }
        Resource next = present.retagged(
                id, Documents.bytes(tags), present.systemData().changedBy(caller.principal(), clock.instant()));
        var record = recorder.prepare(caller, "PutResource", Optional.of(present), next, "Tagged");
        boolean held = OperationStart.approved(database, transaction -> {
            String subscription = present.id().subscription();
            String group = present.id().group();
            if (!scopes.holds(transaction, subscription, group, present.id().toString())) {
                throw new ProblemException(scopes.groupNotFound(transaction, subscription, group));
            }
            boolean still = judgement.holds(transaction) && store.update(transaction, present, next);
            if (still) {
                judgement.confirm(transaction, Optional.empty());
                judgement.keep(transaction, present.uid());
                recorder.record(transaction, record);
            }
            return still;
        });
        return held ? Optional.of(next) : Optional.empty();
    }
}
