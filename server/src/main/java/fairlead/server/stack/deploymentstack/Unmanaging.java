package fairlead.server.stack.deploymentstack;

import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentResources.Begun;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.ManagedResource.Condition;
import fairlead.server.stack.deploymentstack.ManagedResource.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Deletes what a stack no longer manages: what needs others before these, groups when all else has been tried, and
/// what
/// could not be deleted once more as long as anything else could be.
final class Unmanaging {

    /// How long a step pauses if nothing wakes it.
    static final Duration LOOK = Duration.ofMillis(500);

    static final Duration BUSY = Duration.ofMillis(300);

    private static final int AT_ONCE = 64;

    private final DeploymentStackWork work;
    private final Operations operations;
    private final DeploymentResources resources;

    Unmanaging(DeploymentStackWork work, Operations operations, DeploymentResources resources) {
        this.work = work;
        this.operations = operations;
        this.resources = resources;
    }

    /// Has something no longer be managed.
    ///
    /// @param how what becomes of it
    void unmanage(ManagedResource resource, OnUnmanage how) {
        if (how.deletes(resource.type())) {
            work.put(resource.in(Status.DELETING));
        } else {
            work.release(resource);
            work.tell(DeploymentStackWork.DETACHED, resource.id());
        }
    }

    /// Goes on: how long until it is looked at again; empty if nothing is left to be tried.
    Optional<Duration> advance() {
        work.all(Status.DELETING).stream().filter(ManagedResource::isRunning).forEach(this::look);
        boolean more = true;
        Optional<Duration> later = Optional.empty();
        while (more) {
            more = false;
            for (ManagedResource next : ready()) {
                Optional<Duration> pause = begin(next);
                later = pause.isPresent() ? pause : later;
                more |= pause.isEmpty();
            }
        }
        if (!work.all(Status.DELETING).isEmpty()) {
            return Optional.of(later.orElse(LOOK));
        }
        return isWorthAnotherTry() ? again() : Optional.empty();
    }

    // -- ends -------------------------------------------------------------------------------------------------------

    private void look(ManagedResource resource) {
        OperationId id = resource.condition().operation().orElseThrow();
        operations.follow(id, work.operation().id());
        Optional<Operation> found = operations.find(id);
        if (found.filter(operation -> !operation.state().terminal()).isPresent()) {
            return;
        }
        operations.unfollow(id);
        if (found.isEmpty()) {
            failed(
                    resource,
                    DeploymentErrors.of("OperationNotFound", "The operation " + id + " is not known any more."));
            return;
        }
        switch (found.get().state()) {
            case OperationState.Succeeded _ -> gone(resource);
            case OperationState.Failed(var _, var failure) -> failed(resource, DeploymentErrors.of(failure));
            case OperationState.Canceled _ ->
                failed(resource, DeploymentErrors.of("OperationCanceled", "The operation was cancelled."));
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> {}
        }
    }

    private void gone(ManagedResource resource) {
        work.release(resource);
        work.tell(DeploymentStackWork.DELETED, resource.id());
    }

    private void failed(ManagedResource resource, ObjectNode why) {
        Condition now = resource.condition();
        work.put(resource.with(
                new Condition(Status.DELETE_FAILED, now.denied(), now.attempt(), Optional.empty(), Optional.of(why))));
    }

    // -- beginnings -------------------------------------------------------------------------------------------------

    /// What can be deleted now.
    private List<ManagedResource> ready() {
        List<ManagedResource> pending = work.all(Status.DELETING);
        long running = pending.stream().filter(ManagedResource::isRunning).count();
        int highest = pending.stream()
                .filter(resource -> !resource.isGroup())
                .mapToInt(ManagedResource::level)
                .max()
                .orElse(-1);
        return pending.stream()
                .filter(resource -> !resource.isRunning())
                .filter(resource -> resource.isGroup() ? highest < 0 : resource.level() == highest)
                .filter(resource -> pending.stream().noneMatch(other -> other.isBelow(resource)))
                .limit(Math.max(0, AT_ONCE - running))
                .toList();
    }

    /// How long until it can be tried again; empty if it has begun, or was refused.
    private Optional<Duration> begin(ManagedResource resource) {
        try {
            Optional<String> kept = resource.isGroup() ? content(resource) : Optional.empty();
            if (kept.isPresent()) {
                failed(resource, DeploymentErrors.of("ResourceGroupNotEmpty", kept.get()));
                return Optional.empty();
            }
            switch (resources.delete(work.caller(), resource.id(), token(resource))) {
                case Begun.Done _ -> gone(resource);
                case Begun.Under(var operation, var _) -> {
                    Condition now = resource.condition();
                    ManagedResource going = resource.with(new Condition(
                            Status.DELETING, now.denied(), now.attempt(), Optional.of(operation), Optional.empty()));
                    work.put(going);
                    look(going);
                }
            }
        } catch (ProblemException refused) {
            return refused(resource, refused.problem());
        }
        return Optional.empty();
    }

    private Optional<Duration> refused(ManagedResource resource, Problem problem) {
        boolean passes = problem instanceof Problem.Busy || problem.status() == 429 || problem.status() == 503;
        if (passes) {
            return Optional.of(BUSY);
        }
        if (problem.status() == 404) {
            gone(resource);
        } else {
            failed(resource, DeploymentErrors.of(problem));
        }
        return Optional.empty();
    }

    /// The same after a crash.
    private String token(ManagedResource resource) {
        return work.operation().id() + ":delete:" + resource.condition().attempt() + ":" + resource.key();
    }

    /// What is still in a group: the stack deletes nothing that it does not manage.
    private Optional<String> content(ManagedResource group) {
        String name = group.id().substring(group.id().lastIndexOf('/') + 1);
        String subscription = group.id().split("/", -1)[2];
        return resources.isEmpty(new DeploymentScope(subscription, Optional.of(name)))
                ? Optional.empty()
                : Optional.of("The resource group '" + name
                        + "' is not deleted: something is in it that the stack does not manage, or could not delete.");
    }

    // -- once more --------------------------------------------------------------------------------------------------

    private boolean isWorthAnotherTry() {
        int deleted = work.result(DeploymentStackWork.DELETED).size();
        return !work.all(Status.DELETE_FAILED).isEmpty()
                && deleted > work.result("deletedBefore").asInt(0);
    }

    private Optional<Duration> again() {
        work.result(
                "deletedBefore",
                tools.jackson.databind.node.IntNode.valueOf(
                        work.result(DeploymentStackWork.DELETED).size()));
        for (ManagedResource resource : work.all(Status.DELETE_FAILED)) {
            Condition now = resource.condition();
            work.put(resource.with(new Condition(
                    Status.DELETING, now.denied(), now.attempt() + 1, Optional.empty(), Optional.empty())));
        }
        return Optional.of(Duration.ZERO);
    }
}
