package fairlead.server.resource.change;

import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.Judgement;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.RegisteredType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The verbs that the steps of operations use on other resources: on those that a handler makes, on nested ones,
/// and on those that are deleted along with a resource. Implemented by [fairlead.server.resource.Resources].
public interface ResourceVerbs {

    /// Who decides what the callers of a handler may have it do.
    default Authorizer authorizer() {
        return Authorizer.open();
    }

    /// The resource as it is recorded, or as its handler reads it if its type is not recorded.
    Optional<Resource> find(ResourceId id);

    /// Creates or replaces a resource.
    ///
    /// @param wait how long the caller waits for the end of the operation
    Outcome put(Put request, Duration wait);

    /// Deletes a resource.
    ///
    /// @param wait how long the caller waits for the end of the operation
    Outcome delete(Delete request, Duration wait);

    /// An operation that an earlier call has begun.
    Optional<Operation> operation(OperationId id);

    /// The addresses of the first resources beside a given one that are not recorded.
    List<ResourceId> unrecorded(ResourceId any, RegisteredType type, int limit);

    /// Throws what stands in the way of the replacement of a resource.
    ///
    /// @param next as the record is to be
    /// @param chosen the identifier that the caller chose for the new resource; empty if the handler chooses it
    void requireReplaceable(Transaction transaction, ReplacementPlan plan, Resource next, Optional<String> chosen);

    /// What guardrails say of a resource as it is to be without a handler being asked; a problem if they refuse it.
    Judgement settled(Caller caller, Resource next);

    /// The same of a resource at another address.
    Judgement moved(Caller caller, Resource present, Resource next);

    /// The step of an operation whose change has not begun, since it waits for an approval; empty if it does not wait.
    default Optional<Step> waiting(Operation operation) {
        return Optional.empty();
    }

    /// What is written when such an operation ends; empty if it does not wait.
    default Optional<Change> waitingEnded(Operation operation, OperationState state) {
        return Optional.empty();
    }

    /// Why an operation has failed; empty if it has not, or is not known.
    default Optional<Failure> failure(OperationId id) {
        return operation(id)
                .map(Operation::state)
                .flatMap(state -> state instanceof OperationState.Failed(var _, var failure)
                        ? Optional.of(failure)
                        : Optional.empty());
    }
}
