package fairlead.server.stack.deployment;

import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.operation.Operations;
import fairlead.server.secret.Vault;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/// Everything of deployments, put together.
///
/// @param task carries the operations out
public record DeploymentEngine(DeploymentTask task, Deployments deployments) {

    /// What it is made of.
    ///
    /// @param ids makes the ids of deployments and of their operations
    public record Parts(
            Database database, Operations operations, Vault vault, AuditTrail audit, Clock clock, Supplier<UUID> ids) {}

    /// @param claims asked before something is put
    public static DeploymentEngine of(
            Parts parts, DeploymentTemplates templates, DeploymentResources resources, Claims claims) {
        DeploymentStore store = new DeploymentStore(parts.vault());
        Deployments deployments =
                new Deployments(parts.database(), store, parts.operations(), parts.audit(), parts.clock(), parts.ids());
        var means = new DeploymentNodes.Means(parts.operations(), deployments, templates, resources, claims);
        DeploymentTask task = new DeploymentTask(parts.database(), store, means, parts.clock());
        return new DeploymentEngine(task, deployments);
    }
}
