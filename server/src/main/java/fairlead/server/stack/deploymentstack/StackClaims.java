package fairlead.server.stack.deploymentstack;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.stack.deployment.Claims;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentTemplates;
import fairlead.server.stack.record.Ownership;
import java.util.Optional;
import java.util.UUID;

/// Notes what the deployments of a stack put before they put it: whatever becomes of the deployment, the stack knows
/// what
/// it may have made. What belongs to another stack is refused.
final class StackClaims implements Claims {

    private final Database database;
    private final DeploymentStackStore store;
    private final ResourceStore resources;
    private final DeploymentTemplates templates;

    StackClaims(Database database, DeploymentStackStore store, ResourceStore resources, DeploymentTemplates templates) {
        this.database = database;
        this.store = store;
        this.resources = resources;
        this.templates = templates;
    }

    @Override
    public void claim(Deployment deployment, String resource, String type) {
        templates.stack(deployment).ifPresent(stack -> claim(stack, resource, type));
    }

    private void claim(UUID stack, String id, String type) {
        boolean _ = database.write(transaction -> {
            Optional<OperationId> run = store.operation(transaction, stack);
            if (run.isEmpty()) {
                return false;
            }
            owner(transaction, id).filter(owner -> !owner.stack().equals(stack)).ifPresent(owner -> {
                throw Ownership.taken(id, owner);
            });
            ManagedResource claimed = new ManagedResource(
                    stack,
                    id,
                    type,
                    Optional.empty(),
                    run.get(),
                    0,
                    ManagedResource.Condition.of(ManagedResource.Status.CLAIMED, DenySettings.Mode.NONE.word()));
            if (!store.claim(transaction, claimed)) {
                owner(transaction, id).ifPresent(owner -> {
                    throw Ownership.taken(id, owner);
                });
            }
            return true;
        });
    }

    /// To which stack something belongs.
    Optional<Ownership.Owner> owner(Transaction transaction, String id) {
        return Ownership.of(transaction, id, identity(transaction, id));
    }

    /// By what a stack of another kind would know a resource, if that is there.
    Optional<String> identity(Transaction transaction, String id) {
        return resource(transaction, id).flatMap(Ownership::identity);
    }

    private Optional<Resource> resource(Transaction transaction, String id) {
        return isOfType(id) ? resources.find(transaction, ResourceId.parse(id)) : Optional.empty();
    }

    /// Groups and locks have no record of a resource.
    private static boolean isOfType(String id) {
        String key = id.toLowerCase(java.util.Locale.ROOT);
        return key.contains("/providers/") && !key.contains("/providers/microsoft.authorization/");
    }
}
