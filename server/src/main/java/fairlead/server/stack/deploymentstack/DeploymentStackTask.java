package fairlead.server.stack.deploymentstack;

import fairlead.server.access.AccessScope;
import fairlead.server.access.role.OwnedDenials;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deployment.DeploymentTemplates;
import fairlead.server.stack.deployment.Deployments;
import fairlead.server.stack.deploymentstack.ManagedResource.Status;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Carries the operations of deployment stacks out: has the template deployed, deletes or lets go what it has no
/// longer,
/// and brings up to date what is forbidden to others. A deployment that fails deletes nothing. Whatever is begun
/// is begun under a token or an id that is the same after a crash.
public final class DeploymentStackTask implements Task {

    private static final int LONGEST = 64;

    /// There are no more stacks at a scope.
    private static final int MOST = 800;

    private final Database database;
    private final DeploymentStackStore store;
    private final Means means;
    private final StackClaims claims;
    private final OwnedDenials denials;
    private final Clock clock;

    /// What it works with.
    record Means(
            Operations operations,
            Deployments deployments,
            DeploymentTemplates templates,
            DeploymentResources resources) {}

    DeploymentStackTask(
            Database database,
            DeploymentStackStore store,
            Means means,
            StackClaims claims,
            OwnedDenials denials,
            Clock clock) {
        this.database = database;
        this.store = store;
        this.means = means;
        this.claims = claims;
        this.denials = denials;
        this.clock = clock;
    }

    /// What carries the operations of deployment stacks out, and by another task all others.
    public Task orElse(Task others) {
        return new Task() {
            @Override
            public Step run(Operation operation) {
                return after(operation, of(operation).run(operation));
            }

            @Override
            public Step run(Operation operation, Consumer<String> log) {
                return after(operation, of(operation).run(operation, log));
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return of(operation).ended(operation, state);
            }

            private Task of(Operation operation) {
                boolean own = operation.kind() == OperationKind.STACK
                        && operation.target().typeName().equals(DeploymentStack.TYPE);
                return own ? DeploymentStackTask.this : others;
            }
        };
    }

    /// The stacks of a group go with it, and what they forbid.
    private Step after(Operation operation, Step step) {
        if (operation.kind() != OperationKind.DELETE_GROUP
                || !(step instanceof Step.Succeed(Change change, Optional<String> identifier))) {
            return step;
        }
        String group = operation.subjectId();
        DeploymentScope scope =
                new DeploymentScope(operation.subscription(), Optional.of(group.substring(group.lastIndexOf('/') + 1)));
        List<DeploymentStack> gone = database.read(transaction -> store.list(transaction, scope, "", MOST));
        for (DeploymentStack stack : gone) {
            denials.replace(OperationCaller.of(operation), owner(stack), List.of(), terms(DenySettings.NONE));
        }
        Change all = transaction -> {
            change.write(transaction);
            gone.forEach(stack -> store.delete(transaction, stack.id()));
        };
        return new Step.Succeed(all, identifier);
    }

    private static OwnedDenials.Owner owner(DeploymentStack stack) {
        return new OwnedDenials.Owner(stack.id(), stack.path());
    }

    private static OwnedDenials.Terms terms(DenySettings settings) {
        return new OwnedDenials.Terms(settings.permission(), settings.principals(), settings.children());
    }

    @Override
    public Step run(Operation operation) {
        Optional<DeploymentStackWork> found = load(operation);
        if (found.isEmpty()) {
            String forgotten = "The deployment stack '" + operation.subjectId() + "' is gone.";
            return new Step.Fail(new Failure(FailureCode.DEPLOYMENT_FAILED, forgotten), Change.none());
        }
        DeploymentStackWork work = found.get();
        return switch (work.stack().state()) {
            case CREATING, DEPLOYING -> deploying(work);
            case DELETING_RESOURCES -> cleaning(work);
            case UPDATING_DENY_ASSIGNMENTS -> denying(work);
            case DELETING -> deleting(work);
            case SUCCEEDED, FAILED, CANCELED ->
                throw new IllegalStateException(
                        "the operation of " + work.stack().path() + " has ended");
        };
    }

    private Optional<DeploymentStackWork> load(Operation operation) {
        UUID id = UUID.fromString(operation.target().subject());
        return database.read(transaction -> store.find(transaction, id)
                .filter(stack -> stack.condition().operation().equals(operation.id()))
                .map(stack -> new DeploymentStackWork(
                        store, operation, clock.instant(), stack, store.resources(transaction, id))));
    }

    private static Step again(DeploymentStackWork work, Duration pause) {
        String message = work.stack().state().word();
        return new Step.Again(pause, new byte[0], Optional.empty(), message, work.change());
    }

    // -- deploying --------------------------------------------------------------------------------------------------

    /// The id of the deployment that an operation does, which is that of its operation, too.
    private static UUID deployment(Operation operation) {
        return UUID.nameUUIDFromBytes((operation.id() + ":deployment").getBytes(StandardCharsets.UTF_8));
    }

    private Step deploying(DeploymentStackWork work) {
        OperationId inner = new OperationId(deployment(work.operation()));
        means.operations().follow(inner, work.operation().id());
        Optional<Operation> found = means.operations().find(inner);
        if (found.isEmpty()) {
            return begun(work, inner);
        }
        if (!found.get().state().terminal()) {
            return again(work, Unmanaging.LOOK);
        }
        means.operations().unfollow(inner);
        return deployed(work, found.get());
    }

    private Step begun(DeploymentStackWork work, OperationId inner) {
        DeploymentStack stack = work.stack();
        Deployments.Asked asked = new Deployments.Asked(
                work.caller(), stack.terms().to(), deploymentName(stack, inner), stack.location(), (ObjectNode)
                        stack.content().path(DeploymentStackWork.DEPLOYMENT).deepCopy());
        try {
            Deployment deployment = means.deployments().within(asked, inner.value());
            work.result(DeploymentStackWork.DEPLOYMENT, StringNode.valueOf(deployment.path()));
            return again(work, Duration.ZERO);
        } catch (ProblemException refused) {
            if (refused.problem().status() == 429 || refused.problem().status() == 503) {
                return again(work, Unmanaging.BUSY);
            }
            return failed(work, DeploymentErrors.of(refused.problem()));
        }
    }

    /// As it is found among the deployments of the scope.
    private static String deploymentName(DeploymentStack stack, OperationId inner) {
        String tail = "-" + inner.toString().replace("-", "").substring(0, 12);
        String name = stack.name();
        return name.substring(0, Math.min(name.length(), LONGEST - tail.length())) + tail;
    }

    private Step deployed(DeploymentStackWork work, Operation inner) {
        Optional<Deployment> deployment = means.deployments().find(inner.id().value());
        Depths depths = deployment
                .map(done -> Depths.of(done, means.deployments(), means.templates()))
                .orElseGet(() -> Depths.unknown(means.deployments(), means.templates()));
        boolean succeeded = inner.state() instanceof OperationState.Succeeded;
        Unmanaging unmanaging = new Unmanaging(work, means.operations(), means.resources());
        OnUnmanage how = work.stack().terms().onUnmanage();
        for (ManagedResource resource : work.resources()) {
            if (resource.run().equals(work.operation().id())) {
                put(work, resource, depths);
            } else if (succeeded) {
                unmanaging.unmanage(resource, how);
            }
        }
        if (!succeeded) {
            return failed(work, error(deployment));
        }
        work.result(
                DeploymentStackWork.OUTPUTS,
                deployment.map(done -> done.result().path("outputs").deepCopy()).orElseGet(Documents::empty));
        boolean deletes = !work.all(Status.DELETING).isEmpty();
        work.state(deletes ? StackState.DELETING_RESOURCES : StackState.UPDATING_DENY_ASSIGNMENTS);
        return again(work, Duration.ZERO);
    }

    /// What the deployment was about to put belongs to the stack if it is there.
    private void put(DeploymentStackWork work, ManagedResource resource, Depths depths) {
        depths.error(resource.key()).ifPresent(error -> work.fail(resource.id(), error));
        boolean there = !resource.is(Status.CLAIMED)
                || depths.isPut(resource.key())
                || (!depths.isRefused(resource.key()) && isThere(work, resource));
        if (there) {
            Optional<String> identity = database.read(transaction -> claims.identity(transaction, resource.id()));
            work.put(resource.managed(depths.level(resource.key()), identity));
        } else {
            work.release(resource);
        }
    }

    private boolean isThere(DeploymentStackWork work, ManagedResource resource) {
        try {
            return means.resources()
                    .read(work.caller(), new Named(resource.id(), Optional.empty()))
                    .isPresent();
        } catch (ProblemException refused) {
            // What can't be looked at may be there.
            return refused.problem().status() != 404;
        }
    }

    private static ObjectNode error(Optional<Deployment> deployment) {
        ObjectNode error = DeploymentErrors.of(
                "DeploymentStackDeploymentFailed",
                "One or more resources could not be deployed. Nothing was deleted. Correlation id: '"
                        + deployment.map(done -> done.condition().correlation()).orElse("")
                        + "'.");
        ArrayNode details = error.putArray("details");
        deployment
                .map(done -> done.result().path("error"))
                .filter(found -> found.isObject())
                .ifPresent(details::add);
        return error;
    }

    // -- deleting ---------------------------------------------------------------------------------------------------

    private Step cleaning(DeploymentStackWork work) {
        Optional<Duration> pause = new Unmanaging(work, means.operations(), means.resources()).advance();
        if (pause.isEmpty()) {
            work.state(StackState.UPDATING_DENY_ASSIGNMENTS);
        }
        return again(work, pause.orElse(Duration.ZERO));
    }

    private Step deleting(DeploymentStackWork work) {
        Unmanaging unmanaging = new Unmanaging(work, means.operations(), means.resources());
        List<ManagedResource> untouched = Stream.of(Status.CLAIMED, Status.MANAGED)
                .flatMap(status -> work.all(status).stream())
                .toList();
        if (!untouched.isEmpty()) {
            OnUnmanage how = OnUnmanage.of(work.result(DeploymentStackWork.ON_UNMANAGE));
            untouched.forEach(resource -> unmanaging.unmanage(resource, how));
            return again(work, Duration.ZERO);
        }
        Optional<Duration> pause = unmanaging.advance();
        if (pause.isPresent()) {
            return again(work, pause.get());
        }
        Optional<ObjectNode> wrong = deny(work, work.resources());
        if (wrong.isPresent()) {
            return failed(work, wrong.get());
        }
        if (!work.all(Status.DELETE_FAILED).isEmpty()) {
            return failed(work, undeleted(work));
        }
        work.forget();
        return new Step.Succeed(work.change());
    }

    private static ObjectNode undeleted(DeploymentStackWork work) {
        List<ManagedResource> left = work.all(Status.DELETE_FAILED);
        ObjectNode error = DeploymentErrors.of(
                "DeploymentStackDeleteResourcesFailed",
                "One or more resources could not be deleted: " + left.size()
                        + ". They stay in the stack; the next change or deletion of the stack tries again.");
        ArrayNode details = error.putArray("details");
        for (ManagedResource resource : left) {
            ObjectNode why =
                    resource.condition().error().orElseGet(Documents::empty).deepCopy();
            details.add(why.put("target", resource.id()));
            work.fail(resource.id(), why);
        }
        return error;
    }

    // -- forbidding -------------------------------------------------------------------------------------------------

    private Step denying(DeploymentStackWork work) {
        Optional<ObjectNode> wrong = deny(work, work.resources());
        if (wrong.isPresent()) {
            return failed(work, wrong.get());
        }
        if (!work.all(Status.DELETE_FAILED).isEmpty()) {
            return failed(work, undeleted(work));
        }
        work.state(StackState.SUCCEEDED);
        return new Step.Succeed(work.change());
    }

    /// Brings what is forbidden up to date: why it can't be; empty if it is.
    private Optional<ObjectNode> deny(DeploymentStackWork work, List<ManagedResource> managed) {
        DeploymentStack stack = work.stack();
        DenySettings settings = stack.terms().deny();
        List<ManagedResource> denied = managed.stream()
                .filter(resource -> settings.concern(stack.scope(), resource.id(), resource.type()))
                .toList();
        try {
            denials.replace(
                    work.caller(),
                    owner(stack),
                    denied.stream()
                            .map(resource -> new AccessScope(resource.id()))
                            .toList(),
                    terms(settings));
        } catch (ProblemException refused) {
            return Optional.of(DeploymentErrors.of(refused.problem()));
        }
        for (ManagedResource resource : managed) {
            work.put(resource.denied(
                    settings.status(stack.scope(), resource.id(), resource.type(), denials.areDecided())));
        }
        return Optional.empty();
    }

    // -- ends -------------------------------------------------------------------------------------------------------

    private static Step failed(DeploymentStackWork work, ObjectNode error) {
        work.result(DeploymentStackWork.ERROR, error);
        work.state(StackState.FAILED);
        Failure failure =
                new Failure(FailureCode.DEPLOYMENT_FAILED, error.path("message").asString());
        return new Step.Fail(failure, work.change());
    }

    /// The deployment stops, too; what it has made by then is found by the next operation.
    private Change stopped(DeploymentStackWork work, Change own) {
        UUID deployment = deployment(work.operation());
        return transaction -> {
            own.write(transaction);
            means.deployments().stop(transaction, deployment);
        };
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        Optional<DeploymentStackWork> found = load(operation);
        found.ifPresent(work -> {
            boolean canceled = !(state instanceof OperationState.Failed);
            ObjectNode error = state instanceof OperationState.Failed(var _, Failure failure)
                    ? DeploymentErrors.of(failure)
                    : DeploymentErrors.of("DeploymentStackCanceled", "The operation of the stack was cancelled.");
            work.result(DeploymentStackWork.ERROR, error);
            boolean deploys = Stream.of(StackState.CREATING, StackState.DEPLOYING)
                    .anyMatch(work.stack().state()::equals);
            boolean deletes = work.resources().stream().anyMatch(ManagedResource::isRunning);
            work.result(DeploymentStackWork.OUT_OF_SYNC, BooleanNode.valueOf(deploys || deletes));
            work.state(canceled ? StackState.CANCELED : StackState.FAILED);
        });
        return found.map(work -> stopped(work, work.change())).orElseGet(Change::none);
    }
}
