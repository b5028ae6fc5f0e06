package fairlead.server.resource;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ChangeStart;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.WaitingChange;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Operations that wait until their change is approved. Such an operation has the place of the change in lists and
/// answers from the start; the resource is not touched and not locked before the change begins. Then it is the
/// operation that carries the change out.
///
/// It is durable: what it needs is kept with the approval. The approval is used up in the transaction in which the
/// change begins, so a process that ends in between begins it neither twice nor not at all.
final class WaitingChanges {

    /// A decision ends the pause; this is for what is missed.
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Duration SOON = Duration.ofSeconds(5);

    private final ApprovalGate gate;
    private final Authorizer authorizer;
    private final Types types;
    private final Function<Going, Optional<ChangeStart>> begin;

    /// What goes on.
    record Going(Caller caller, Operation operation, WaitingChange change, TypeVersion type, String hash) {}

    /// @param begin begins the change, under the operation that has waited; empty if another request was faster
    WaitingChanges(
            ApprovalGate gate, Authorizer authorizer, Types types, Function<Going, Optional<ChangeStart>> begin) {
        this.gate = gate;
        this.authorizer = authorizer;
        this.types = types;
        this.begin = begin;
    }

    /// The step of an operation whose change has not begun; empty if it does not wait.
    Optional<Step> step(Operation operation) {
        return gate.held(operation.id().toString()).flatMap(held -> switch (held.state()) {
            case WAITING -> Optional.of(again(operation, PAUSE, message(held)));
            case OVER -> Optional.of(again(operation, SOON, message(held)));
            case GRANTED -> Optional.of(goOn(operation, held));
            case BEGUN -> Optional.empty();
        });
    }

    private static String message(ApprovalGate.Held held) {
        return Operation.PENDING_APPROVAL + ": waiting for approval " + held.approval();
    }

    private static Step again(Operation operation, Duration pause, String message) {
        return new Step.Again(pause, operation.progress(), Optional.empty(), message, Change.none());
    }

    private Step goOn(Operation operation, ApprovalGate.Held held) {
        WaitingChange change = WaitingChange.decode(held.document());
        TypeVersion type = change.type(types::version);
        String named = type.armType().toString();
        Action action = operation.kind() == OperationKind.DELETE ? Action.delete(named) : Action.write(named);
        Caller asker = OperationCaller.of(operation);
        try {
            Caller caller = asker.with(authorizer.require(
                    asker, action, new AccessScope(change.id().toString())));
            ChangeStart begun = OptimisticRetry.untilItHolds(
                    () -> begin.apply(new Going(caller, operation, change, type, held.hash())));
            return switch (begun) {
                case ChangeStart.Started _ -> again(operation, Duration.ZERO, "");
                case ChangeStart.Settled _ -> new Step.Succeed(abandoning(operation));
            };
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            boolean passing = problem instanceof Problem.Busy || problem.status() >= 500;
            return passing
                    ? again(operation, SOON, message(held))
                    : new Step.Fail(new Failure(problem.code(), problem.message()), abandoning(operation));
        }
    }

    private Change abandoning(Operation operation) {
        return transaction -> gate.abandon(
                transaction, OperationCaller.of(operation), operation.id().toString());
    }

    /// What is written when an operation ends whose change has not begun; empty if it does not wait.
    Optional<Change> ended(Operation operation, OperationState state) {
        return gate.held(operation.id().toString())
                .filter(held -> held.state() != ApprovalGate.Held.State.BEGUN && state.terminal())
                .map(_ -> abandoning(operation));
    }
}
