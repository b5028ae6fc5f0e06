package fairlead.server.resource.change;

import fairlead.schema.HandlerKind;
import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.access.policy.ApprovalNeeded;
import fairlead.server.access.policy.Judgement;
import fairlead.server.access.policy.rule.ApprovalTerms;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.database.Work;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.Sealing;
import fairlead.server.type.TypeVersion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Makes the operation of a planned change, stores it, has it carried out, and waits for it.
public final class OperationStart {

    private static final String INPUT = "input";

    private final Database database;
    private final Operations operations;
    private final InFlightRecords inFlight;
    private final Sealing sealing;
    private final Clock clock;
    private final Function<ResourceId, Optional<Resource>> find;

    /// @param find the resource of an id, as it is now
    public OperationStart(
            Database database,
            Operations operations,
            InFlightRecords inFlight,
            Sealing sealing,
            Clock clock,
            Function<ResourceId, Optional<Resource>> find) {
        this.find = find;
        this.sealing = sealing;
        this.database = database;
        this.operations = operations;
        this.inFlight = inFlight;
        this.clock = clock;
    }

    /// What the operation was accepted with, in clear.
    public static byte[] input(Operation operation, Sealing sealing) {
        return sealing.open(operation.input(), operation.id(), INPUT);
    }

    /// The replacement that an accepted update may make; empty if it may make none.
    public static Optional<ReplacementPlan> replacement(Operation operation, Sealing sealing) {
        return operation.kind() == OperationKind.UPDATE && operation.input().length > 0
                ? ReplacementPlan.decode(
                        PriorState.decode(input(operation, sealing)).order())
                : Optional.empty();
    }

    /// @param resource as it will be stored together with the operation
    public NewOperation operation(
            Caller caller,
            Resource resource,
            OperationKind kind,
            TypeVersion type,
            byte[] input,
            Optional<ClientToken> token) {
        return operation(caller, resource, kind, input, type.schema().timeout(handler(kind)), token);
    }

    /// The handler whose time limit an operation on a resource has.
    static HandlerKind handler(OperationKind kind) {
        return switch (kind) {
            case CREATE -> HandlerKind.CREATE;
            case UPDATE, ACTION -> HandlerKind.UPDATE;
            case DELETE -> HandlerKind.DELETE;
            // These have no single resource as their subject; a guess here would give them the limit of a deletion.
            case DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK ->
                throw kind.unexpectedIn("the start of a resource's operation");
        };
    }

    /// @param limit how long it may take
    public NewOperation operation(
            Caller caller,
            Resource resource,
            OperationKind kind,
            byte[] input,
            Duration limit,
            Optional<ClientToken> token) {
        Instant now = clock.instant();
        OperationId id = resource.operation().orElseThrow();
        return new NewOperation(
                id,
                kind,
                new OperationTarget(
                        resource.id().subscription(),
                        resource.location(),
                        resource.uid().toString(),
                        resource.id().toString(),
                        resource.typeName().toString()),
                new OperationRequest(
                        now,
                        now.plus(limit),
                        sealing.stored(resource.typeName(), input, id, INPUT),
                        token,
                        caller.origin(),
                        Requester.text(caller)),
                kind == OperationKind.CREATE ? Optional.empty() : resource.identifier());
    }

    /// What writes an operation's beginning; empty if another request has changed the resource in between, or has been
    /// faster with the same name or the same token: the caller plans again, and then sees that.
    public interface Beginning {
        Optional<Operation> write(Transaction transaction);
    }

    /// What has to hold when an operation is accepted; throws why it does not.
    public interface Condition {
        void require(Transaction transaction);
    }

    public Optional<Operation> begin(NewOperation accepted, Beginning beginning) {
        if (operations.isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        try {
            return database.write(beginning::write);
        } catch (DatabaseException failure) {
            if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                return Optional.empty();
            }
            operations.doubt(accepted.id());
            throw failure;
        }
    }

    /// What has begun: a change, or its wait for an approval.
    public record Begun(Operation operation, boolean waits) {

        /// @param resource as it was stored with the change
        public ChangeStart of(Resource resource, boolean created, Optional<ObjectNode> desired) {
            return waits
                    ? new ChangeStart.Settled(new Outcome.Pending(operation))
                    : new ChangeStart.Started(operation, resource, created, desired);
        }
    }

    /// As above, if what guardrails say of the change still holds, which is written down with it, and if it
    /// is approved, as far as it has to be. If it is not, that is asked for, and the operation waits for it,
    /// if it can.
    ///
    /// @param waiting what it needs to go on then; empty if it can't wait
    public Optional<Begun> begin(
            Judgement judgement,
            Resource next,
            NewOperation accepted,
            Supplier<Optional<byte[]>> waiting,
            Beginning beginning) {
        try {
            return begin(accepted, transaction -> {
                        if (!judgement.holds(transaction)) {
                            return Optional.empty();
                        }
                        Optional<Operation> begun = beginning.write(transaction);
                        if (begun.isPresent()) {
                            judgement.confirm(
                                    transaction, Optional.of(accepted.id().toString()));
                        }
                        if (begun.isPresent() && next.tracked() && next.state() != ProvisioningState.DELETING) {
                            judgement.keep(transaction, next.uid());
                        }
                        return begun;
                    })
                    .map(begun -> new Begun(begun, false));
        } catch (ApprovalNeeded unapproved) {
            return Optional.of(new Begun(awaiting(judgement, accepted, waiting), true));
        }
    }

    private Operation awaiting(Judgement judgement, NewOperation accepted, Supplier<Optional<byte[]>> waiting) {
        Optional<ApprovalGate.Waiting> goesOn = judgement.mayWait()
                ? waiting.get()
                        .map(document -> new ApprovalGate.Waiting(accepted.id().toString(), document))
                : Optional.empty();
        ApprovalGate.Asked asked = database.write(transaction -> {
            ApprovalGate.Asked answer = judgement.ask(transaction, goesOn);
            boolean own = answer.operation().equals(goesOn.map(ApprovalGate.Waiting::operation));
            if (goesOn.isPresent() && own) {
                operations.accept(
                        transaction,
                        accepted.until(accepted.request().deadline().plus(ApprovalTerms.LONGEST)));
            }
            return answer;
        });
        Operation found = asked.operation()
                .filter(_ -> goesOn.isPresent())
                .flatMap(OperationId::parse)
                .flatMap(operations::find)
                .orElseThrow(() -> new ProblemException(asked.problem()));
        if (found.id().equals(accepted.id())) {
            operations.start(found, Duration.ZERO);
        }
        return found;
    }

    /// Carries out a change that is a single transaction, and asks for its approval if that is needed.
    static <T> T approved(Database database, Work<T> work) {
        return ApprovalNeeded.asking(database, () -> database.write(work));
    }

    /// Carries out what has been begun: the operation as it is when the patience is over.
    public Operation carry(ChangeStart.Started begun, Duration patience) {
        inFlight.begin(begun.resource(), begun.desired());
        Optional<Operation> ended = operations.start(begun.operation(), patience);
        inFlight.takeEnded(begun.resource().uid());
        return ended.or(() -> operations.find(begun.operation().id())).orElse(begun.operation());
    }

    /// Carries out what has been begun, and returns its result.
    public Outcome finish(ChangeStart begun, Duration patience) {
        return switch (begun) {
            case ChangeStart.Settled(var outcome) -> outcome;
            case ChangeStart.Started(var operation, var resource, var created, var desired) -> {
                if (!database.keeps()) {
                    yield new Outcome.Accepted(resource, operation, created);
                }
                inFlight.begin(resource, desired);
                Optional<Operation> ended = operations.start(operation, patience);
                Optional<Resource> now = inFlight.takeEnded(resource.uid());
                yield ended.isEmpty()
                        ? new Outcome.Accepted(resource, operation, created)
                        : outcome(ended.get(), resource, now, created);
            }
        };
    }

    private Outcome outcome(Operation ended, Resource resource, Optional<Resource> now, boolean created) {
        return switch (ended.state()) {
            case OperationState.Succeeded _ when ended.kind() == OperationKind.DELETE -> new Outcome.Deleted();
            case OperationState.Succeeded _ ->
                now.or(() -> find.apply(resource.id()))
                        .<Outcome>map(succeeded -> new Outcome.Done(succeeded, created))
                        .orElseGet(Outcome.Deleted::new);
            case OperationState.Failed(var _, var failure) -> throw new ProblemException(OperationProblems.of(failure));
            case OperationState.Canceled _ ->
                throw new ProblemException(
                        new Problem.OperationFailed(ProblemCode.OPERATION_CANCELED, "The operation was cancelled."));
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                new Outcome.Accepted(resource, ended, created);
        };
    }
}
