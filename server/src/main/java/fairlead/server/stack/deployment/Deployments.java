package fairlead.server.stack.deployment;

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
import fairlead.server.stack.deployment.Deployment.Condition;
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

/// The verbs on deployments. What is done is recorded under its name at its scope, until another one of that name is.
public final class Deployments {

    private static final Duration LIMIT = Duration.ofHours(36);
    private static final Duration ACTIVE = Duration.ofDays(7);

    /// From so many on the oldest are forgotten.
    private static final int MANY = 775;

    private static final int KEPT = 750;
    private static final int MOST = 800;

    private final Database database;
    private final DeploymentStore store;
    private final Operations operations;
    private final AuditTrail audit;
    private final Clock clock;
    private final Supplier<UUID> ids;

    Deployments(
            Database database,
            DeploymentStore store,
            Operations operations,
            AuditTrail audit,
            Clock clock,
            Supplier<UUID> ids) {
        this.database = database;
        this.store = store;
        this.operations = operations;
        this.audit = audit;
        this.clock = clock;
        this.ids = ids;
    }

    /// What is asked for.
    ///
    /// @param location where the operation works
    /// @param content see [Deployment.Documents]
    public record Asked(Caller caller, DeploymentScope scope, String name, String location, ObjectNode content) {}

    /// A deployment that has begun.
    ///
    /// @param created whether there was none of that name
    public record Begun(Deployment deployment, boolean created) {}

    // -- looking ----------------------------------------------------------------------------------------------------

    public Optional<Deployment> find(DeploymentScope scope, String name) {
        return database.read(transaction -> store.find(transaction, scope, name));
    }

    /// The one with that id, which is that of its operation, too.
    public Optional<Deployment> find(UUID id) {
        return database.read(transaction -> store.find(transaction, id));
    }

    /// Those at a scope, newest first, behind a given one.
    public List<Deployment> list(DeploymentScope scope, Optional<Deployment> behind, int limit) {
        return list(scope, behind, Optional.empty(), limit);
    }

    /// As [#list(DeploymentScope, Optional, int)], of those in a state.
    public List<Deployment> list(
            DeploymentScope scope, Optional<Deployment> behind, Optional<DeploymentState> state, int limit) {
        Instant time = behind.map(last -> last.condition().created()).orElse(Instant.ofEpochMilli(Long.MAX_VALUE));
        String id = behind.map(last -> last.id().toString()).orElse("");
        return database.read(transaction -> store.list(transaction, scope, time, id, state, limit));
    }

    /// What a deployment does with each resource, in the order of its template.
    public List<DeploymentNode> nodes(Deployment deployment) {
        return database.read(transaction -> store.nodes(transaction, deployment.id()));
    }

    /// The deployment once it has ended, or as it is after [Operations#HELD].
    ///
    /// @param abandoned whether the caller has gone
    public Deployment awaited(Deployment deployment, BooleanSupplier abandoned) {
        if (deployment.state().ended()) {
            return deployment;
        }
        Optional<Operation> _ = operations.await(deployment.condition().operation(), abandoned);
        return find(deployment.id()).orElse(deployment);
    }

    /// The last one at a scope that has succeeded, but for one.
    Optional<Deployment> lastSuccessful(DeploymentScope scope, Deployment but) {
        return list(scope, Optional.empty(), Optional.of(DeploymentState.SUCCEEDED), 2).stream()
                .filter(other -> !other.id().equals(but.id()))
                .findFirst();
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    /// Begins a deployment; the one of that name, if there is one and it has ended, is forgotten.
    public Begun put(Asked asked) {
        return begin(asked, ids.get());
    }

    /// Begins one that belongs to another operation; the same again if it was begun already.
    ///
    /// @param id follows from what it belongs to
    public Deployment within(Asked asked, UUID id) {
        return find(id).orElseGet(() -> begin(asked, id).deployment());
    }

    private Begun begin(Asked asked, UUID id) {
        if (operations.isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        OperationId operation = new OperationId(id);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Deployment deployment = new Deployment(
                id,
                asked.scope(),
                asked.name(),
                asked.location(),
                new Condition(
                        DeploymentState.ACCEPTED,
                        operation,
                        false,
                        asked.caller().origin().correlationId(),
                        now,
                        Optional.empty()),
                new Deployment.Documents(asked.content(), Documents.empty()));
        Accepted accepted;
        try {
            accepted = database.write(transaction -> {
                Optional<Deployment> earlier = store.find(transaction, asked.scope(), asked.name());
                earlier.ifPresent(Deployments::requireEnded);
                earlier.ifPresent(last -> store.delete(transaction, last.id()));
                makeRoom(transaction, asked.scope());
                store.insert(transaction, deployment);
                Operation begun = operations.accept(transaction, operation(asked, deployment, now));
                audit.append(transaction, now, asked.caller(), deed("PutDeployment", deployment));
                return new Accepted(begun, earlier.isEmpty());
            });
        } catch (DatabaseException failure) {
            operations.doubt(operation);
            throw failure;
        }
        Optional<Operation> _ = operations.start(accepted.operation(), Duration.ZERO);
        return new Begun(deployment, accepted.created());
    }

    private record Accepted(Operation operation, boolean created) {}

    private static void requireEnded(Deployment earlier) {
        if (!earlier.state().ended()) {
            Instant since = earlier.condition().created();
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.DEPLOYMENT_ACTIVE,
                    "Unable to edit or replace deployment '" + earlier.name() + "': previous deployment from '" + since
                            + "' is still active (expiration time is '" + since.plus(ACTIVE)
                            + "'). Please see https://aka.ms/arm-deploy for usage details."));
        }
    }

    private void makeRoom(Transaction transaction, DeploymentScope scope) {
        int many = store.count(transaction, scope);
        if (many >= MANY) {
            store.trim(transaction, scope, many - KEPT);
        }
        if (many >= MOST && store.count(transaction, scope) >= MOST) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.DEPLOYMENT_QUOTA_EXCEEDED,
                    "Creating the deployment would exceed the quota of '" + MOST
                            + "'. The current deployment count is '" + many
                            + "'. Please delete some deployments before creating a new one."));
        }
    }

    private NewOperation operation(Asked asked, Deployment deployment, Instant now) {
        return new NewOperation(
                deployment.condition().operation(),
                OperationKind.STACK,
                new OperationTarget(
                        deployment.scope().subscription(),
                        deployment.location(),
                        deployment.id().toString(),
                        deployment.path(),
                        Deployment.TYPE),
                new OperationRequest(
                        now,
                        now.plus(LIMIT),
                        new byte[0],
                        Optional.empty(),
                        asked.caller().origin(),
                        Requester.text(asked.caller())),
                Optional.empty());
    }

    /// Has a deployment stopped: what it has begun is stopped as far as that is possible, and what is done stays.
    public void cancel(Caller caller, Deployment deployment) {
        boolean _ = database.write(transaction -> {
            Deployment now = store.find(transaction, deployment.id()).orElse(deployment);
            if (now.state().ended()) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.DEPLOYMENT_CANNOT_BE_CANCELLED,
                        "The deployment '" + now.name() + "' cannot be cancelled: it is in the state '"
                                + now.state().word() + "'."));
            }
            store.cancel(transaction, now.id());
            audit.append(transaction, clock.instant(), caller, deed("CancelDeployment", now));
            operations.hasten(transaction, now.condition().operation());
            return true;
        });
        operations.wake(deployment.condition().operation());
    }

    /// Has a deployment stopped that belongs to another operation, if it is at work, within the caller's transaction.
    public void stop(Transaction transaction, UUID id) {
        store.find(transaction, id).filter(found -> !found.state().ended()).ifPresent(found -> {
            store.cancel(transaction, id);
            operations.hasten(transaction, found.condition().operation());
        });
    }

    /// Forgets a deployment. Its resources stay.
    public void delete(Caller caller, Deployment deployment) {
        boolean _ = database.write(transaction -> {
            Optional<Deployment> now = store.find(transaction, deployment.id());
            now.filter(active -> !active.state().ended()).ifPresent(active -> {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.DEPLOYMENT_ACTIVE,
                        "Cannot delete active deployment '" + active.name() + "'. Cancel it first."));
            });
            now.ifPresent(found -> {
                store.delete(transaction, found.id());
                audit.append(transaction, clock.instant(), caller, deed("DeleteDeployment", found));
            });
            return true;
        });
    }

    private static Deed deed(String name, Deployment deployment) {
        return Deed.managing(
                name,
                deployment.scope().subscription(),
                deployment.location(),
                deployment.path(),
                Deployment.TYPE,
                Documents.bytes(Documents.empty().put("deploymentName", deployment.name())));
    }
}
