package fairlead.server.stack.deploymentstack;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Deed;
import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.DeploymentStack.Condition;
import fairlead.server.stack.deploymentstack.DeploymentStack.Written;
import fairlead.server.stack.record.Ownership;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on deployment stacks.
public final class DeploymentStacks {

    private static final Duration LIMIT = Duration.ofDays(3);
    private static final int MOST = 800;

    private final Database database;
    private final DeploymentStackStore store;
    private final StackClaims claims;
    private final Operations operations;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;

    DeploymentStacks(
            Database database,
            DeploymentStackStore store,
            StackClaims claims,
            Operations operations,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.store = store;
        this.claims = claims;
        this.operations = operations;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
    }

    /// Where a stack is, or is to be, and its id.
    ///
    /// @param id what the deployments of the stack are done for
    public record Place(DeploymentScope scope, String name, UUID id) {}

    /// What is asked for.
    ///
    /// @param location where its operations work
    /// @param deployment what is deployed, in the form of the language
    /// @param bypass whether it is done though the stack may not be in step with what is there
    public record Asked(
            Caller caller, Place place, String location, ObjectNode deployment, StackTerms terms, boolean bypass) {}

    /// An operation that has begun.
    ///
    /// @param created whether there was no stack of that name
    public record Begun(DeploymentStack stack, boolean created) {}

    // -- looking ----------------------------------------------------------------------------------------------------

    public Optional<DeploymentStack> find(DeploymentScope scope, String name) {
        return database.read(transaction -> store.find(transaction, scope, name));
    }

    /// Those at a scope by name, behind a given one.
    public List<DeploymentStack> list(DeploymentScope scope, String after, int limit) {
        return database.read(transaction -> store.list(transaction, scope, after, limit));
    }

    /// What belongs to a stack, by id.
    public List<ManagedResource> resources(DeploymentStack stack) {
        return database.read(transaction -> store.resources(transaction, stack.id()));
    }

    /// The place of a stack, which need not be there yet.
    public Place place(DeploymentScope scope, String name) {
        UUID id = find(scope, name).map(DeploymentStack::id).orElseGet(ids);
        return new Place(scope, name, id);
    }

    /// The other stack to which something belongs; empty if it belongs to this one, or to none.
    public Optional<Ownership.Owner> other(UUID stack, String resource) {
        return database.read(transaction -> claims.owner(transaction, resource))
                .filter(owner -> !owner.stack().equals(stack));
    }

    /// The operation of a stack, which may be gone, once it has ended or as it is after [Operations#HELD].
    ///
    /// @param abandoned whether the caller has gone
    public Optional<Operation> awaited(OperationId id, BooleanSupplier abandoned) {
        Optional<Operation> found = operations
                .find(id)
                .filter(operation -> operation.target().typeName().equals(DeploymentStack.TYPE));
        return found.isPresent() ? operations.await(id, abandoned) : found;
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// Makes a stack, or changes it.
    public Begun put(Asked asked) {
        OperationId operation = new OperationId(ids.get());
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return begin(
                operation,
                transaction -> {
                    Place place = asked.place();
                    Optional<DeploymentStack> earlier = store.find(transaction, place.scope(), place.name());
                    earlier.ifPresent(present -> requireReady(present, asked.bypass()));
                    boolean other = earlier.filter(present -> !present.id().equals(place.id()))
                            .isPresent();
                    if (other) {
                        throw active(earlier.get());
                    }
                    if (earlier.isEmpty() && store.count(transaction, place.scope()) >= MOST) {
                        throw new ProblemException(new Problem.Conflict(
                                ProblemCode.DEPLOYMENT_QUOTA_EXCEEDED,
                                "There are " + MOST + " deployment stacks at '"
                                        + place.scope().id()
                                        + "', the most that there can be. Delete some before creating a new one."));
                    }
                    DeploymentStack next = new DeploymentStack(
                            place.id(),
                            place.scope(),
                            place.name(),
                            asked.location(),
                            condition(asked.caller(), earlier, StackState.DEPLOYING, operation, now),
                            new DeploymentStack.Documents(content(asked), kept(earlier)));
                    return new Begun(next, earlier.isEmpty());
                },
                asked.caller(),
                "PutDeploymentStack",
                now);
    }

    private static ObjectNode content(Asked asked) {
        ObjectNode content = Documents.empty();
        content.set(DeploymentStackWork.DEPLOYMENT, asked.deployment());
        content.set(StackTerms.MEMBER, asked.terms().json());
        return content;
    }

    /// Outputs stay until there are others.
    private static ObjectNode kept(Optional<DeploymentStack> earlier) {
        ObjectNode result = Documents.empty();
        earlier.map(present -> present.result().path(DeploymentStackWork.OUTPUTS))
                .filter(outputs -> outputs.isObject())
                .ifPresent(outputs -> result.set(DeploymentStackWork.OUTPUTS, outputs.deepCopy()));
        return result;
    }

    private static Condition condition(
            Caller caller, Optional<DeploymentStack> earlier, StackState state, OperationId operation, Instant now) {
        String by = caller.principal().name();
        Written written = earlier.map(present -> present.condition().written())
                .map(before -> new Written(before.created(), before.createdBy(), now, by))
                .orElseGet(() -> new Written(now, by, now, by));
        StackState first = earlier.isEmpty() ? StackState.CREATING : state;
        return new Condition(first, operation, caller.origin().correlationId(), written, Optional.empty());
    }

    /// Deletes a stack; while that goes on, the same operation.
    ///
    /// @param how what becomes of what it manages
    /// @param bypass as in [Asked]
    public DeploymentStack delete(Caller caller, DeploymentStack stack, OnUnmanage how, boolean bypass) {
        if (stack.state() == StackState.DELETING) {
            return stack;
        }
        OperationId operation = new OperationId(ids.get());
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Begun begun = begin(
                operation,
                transaction -> {
                    DeploymentStack present = store.find(transaction, stack.id())
                            .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                                    ProblemCode.DEPLOYMENT_STACK_NOT_FOUND,
                                    "The deployment stack '" + stack.path() + "' could not be found.")));
                    requireReady(present, bypass);
                    ObjectNode result = kept(Optional.of(present));
                    how.json(result.putObject(DeploymentStackWork.ON_UNMANAGE));
                    Condition condition = condition(caller, Optional.of(present), StackState.DELETING, operation, now);
                    return new Begun(present.with(condition).with(result), false);
                },
                caller,
                "DeleteDeploymentStack",
                now);
        return begun.stack();
    }

    private interface Beginning {
        Begun in(Transaction transaction);
    }

    private Begun begin(OperationId id, Beginning beginning, Caller caller, String deed, Instant now) {
        if (operations.isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        record Accepted(Operation operation, Begun begun) {}
        Accepted accepted;
        try {
            accepted = database.write(transaction -> {
                Begun begun = beginning.in(transaction);
                DeploymentStack stack = begun.stack();
                caller.confirm(transaction);
                store.put(transaction, stack);
                retry(transaction, stack);
                Operation operation = operations.accept(transaction, operation(caller, stack, now));
                audit.append(transaction, now, caller, deed(deed, stack));
                return new Accepted(operation, begun);
            });
        } catch (DatabaseException failure) {
            operations.doubt(id);
            throw failure;
        }
        Optional<Operation> _ = operations.start(accepted.operation(), Duration.ZERO);
        return accepted.begun();
    }

    /// What an earlier operation has not deleted is managed until it is known what becomes of it.
    private void retry(Transaction transaction, DeploymentStack stack) {
        store.resources(transaction, stack.id()).stream()
                .filter(resource -> resource.is(ManagedResource.Status.DELETING)
                        || resource.is(ManagedResource.Status.DELETE_FAILED))
                .forEach(resource -> store.update(transaction, resource.in(ManagedResource.Status.MANAGED)));
    }

    private static void requireReady(DeploymentStack stack, boolean bypass) {
        if (!stack.state().ended()) {
            throw active(stack);
        }
        boolean lost = stack.result().path(DeploymentStackWork.OUT_OF_SYNC).asBoolean(false);
        if (lost && !bypass) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.DEPLOYMENT_STACK_OUT_OF_SYNC,
                    "The deployment stack '" + stack.path() + "' may not be in step with what is there: its last"
                            + " operation was stopped while resources were changed for it. Look at them, and ask again"
                            + " with bypassStackOutOfSyncError."));
        }
    }

    private static ProblemException active(DeploymentStack stack) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.DEPLOYMENT_STACK_IN_NON_TERMINAL_STATE,
                "The deployment stack '" + stack.path() + "' is at work, in the state '"
                        + stack.state().word() + "'. Wait until that has ended."));
    }

    private static NewOperation operation(Caller caller, DeploymentStack stack, Instant now) {
        return new NewOperation(
                stack.condition().operation(),
                OperationKind.STACK,
                new OperationTarget(
                        stack.scope().subscription(),
                        stack.location(),
                        stack.id().toString(),
                        stack.path(),
                        DeploymentStack.TYPE),
                new OperationRequest(
                        now, now.plus(LIMIT), new byte[0], Optional.empty(), caller.origin(), Requester.text(caller)),
                Optional.empty());
    }

    private static Deed deed(String name, DeploymentStack stack) {
        return Deed.managing(
                name,
                stack.scope().subscription(),
                stack.location(),
                stack.path(),
                DeploymentStack.TYPE,
                Documents.bytes(Documents.empty().put("deploymentStackName", stack.name())));
    }
}
