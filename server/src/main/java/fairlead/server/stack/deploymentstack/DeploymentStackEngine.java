package fairlead.server.stack.deploymentstack;

import fairlead.server.access.role.OwnedDenials;
import fairlead.server.operation.Task;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentTemplates;
import fairlead.server.stack.deployment.Deployments;

/// Everything of deployments and deployment stacks, put together.
///
/// @param deployments everything of deployments
/// @param task carries the operations of stacks out
public record DeploymentStackEngine(
        DeploymentEngine deployments,
        DeploymentStackTask task,
        DeploymentStacks stacks,
        StackForecasts forecasts,
        OwnedDenials denials) {

    /// What they work with.
    ///
    /// @param records where resources are recorded
    /// @param denials what stacks forbid to others
    public record Means(
            DeploymentTemplates templates,
            DeploymentResources resources,
            ResourceStore records,
            OwnedDenials denials) {}

    public static DeploymentStackEngine of(DeploymentEngine.Parts parts, Means means) {
        DeploymentStackStore store = new DeploymentStackStore(parts.vault());
        StackClaims claims = new StackClaims(parts.database(), store, means.records(), means.templates());
        DeploymentEngine engine = DeploymentEngine.of(parts, means.templates(), means.resources(), claims);
        Deployments deployments = engine.deployments();
        DeploymentStackTask task = new DeploymentStackTask(
                parts.database(),
                store,
                new DeploymentStackTask.Means(parts.operations(), deployments, means.templates(), means.resources()),
                claims,
                means.denials(),
                parts.clock());
        DeploymentStacks stacks = new DeploymentStacks(
                parts.database(), store, claims, parts.operations(), parts.audit(), parts.clock(), parts.ids());
        StackForecasts forecasts = new StackForecasts(parts.database(), parts.vault(), parts.clock());
        return new DeploymentStackEngine(engine, task, stacks, forecasts, means.denials());
    }

    /// What carries the operations of stacks and of deployments out, and by another task all others.
    public Task orElse(Task others) {
        return task.orElse(deployments.task().orElse(others));
    }
}
