package fairlead.server.resource.change;

import fairlead.schema.ReplacementStrategy;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Scopes;
import java.util.Optional;

/// The conditions under which a change may replace a resource. The first is that the caller has allowed it
/// explicitly: a replacement loses what the old resource held.
///
/// The same checks serve a request, its rehearsal, and a replacement that a handler asks for by `NotUpdatable`.
public final class ReplacementChecks {

    private final ResourceStore store;
    private final Scopes scopes;

    public ReplacementChecks(ResourceStore store, Scopes scopes) {
        this.store = store;
        this.scopes = scopes;
    }

    /// Whether and how this change may replace the resource; throws what is wrong with a change in place if it may not.
    public static Optional<ReplacementPlan> order(Put request, Optional<Problem> refusal, Resource present) {
        Optional<ReplacementPlan> order = request.replace()
                .strategy(request.type().schema())
                .filter(_ -> present.tracked())
                .map(strategy -> new ReplacementPlan(
                        strategy, refusal.isPresent(), present.identifier().orElseThrow()));
        if (order.isEmpty() && refusal.isPresent()) {
            throw new ProblemException(refusal.get());
        }
        return order;
    }

    /// Throws what stands in the way.
    ///
    /// @param next as the record is to be
    /// @param chosen the identifier that the caller chose for the new resource; empty if the handler chooses it
    public void require(Transaction transaction, ReplacementPlan order, Resource next, Optional<String> chosen) {
        scopes.requireDeletable(transaction, next.id().subscription(), next.id().toString());
        if (!store.members(transaction, next.id().key() + "/").isEmpty()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.NESTED_RESOURCES_EXIST,
                    "The resource '" + next.id() + "' has others nested in it, which would be lost when it is replaced."
                            + " Delete them first."));
        }
        chosen.ifPresent(identifier -> requireFree(transaction, order, next, identifier));
    }

    private void requireFree(Transaction transaction, ReplacementPlan order, Resource next, String identifier) {
        boolean same = identifier.equals(order.identifier());
        if (same && order.strategy() == ReplacementStrategy.CREATE_THEN_DELETE) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.REPLACEMENT_HAS_SAME_IDENTIFIER,
                    "The new one would have the identifier of the old one, '" + identifier
                            + "', and both can't be there at a time. To have the old one deleted first, repeat the"
                            + " request with replace=delete_then_create."));
        }
        Optional<Resource> other = same
                ? Optional.empty()
                : store.findByIdentifier(
                        transaction, next.id().subscription(), next.location(), next.typeName(), identifier);
        if (other.isPresent()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_ALREADY_EXISTS,
                    "The " + next.typeName() + " '" + identifier + "' is managed already, as '"
                            + other.get().id() + "'."));
        }
    }
}
