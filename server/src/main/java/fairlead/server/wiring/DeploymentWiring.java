package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.deployment.DeploymentSurface;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.http.Surface;
import fairlead.server.operation.Task;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.deployment.DeploymentResources;
import java.time.Clock;

/// The wiring of deployments.
///
/// @param resources what templates are carried out with
/// @param forecasts says what templates would do
record DeploymentWiring(
        StackEngine stacks,
        DeploymentEngine engine,
        ArmTemplates templates,
        DeploymentResources resources,
        ResourceForecasts forecasts) {

    static DeploymentWiring of(
            StackEngine stacks,
            DeploymentEngine.Parts parts,
            ArmTemplates templates,
            DeploymentResources resources,
            ResourceForecasts forecasts) {
        return new DeploymentWiring(
                stacks, DeploymentEngine.of(parts, templates, resources), templates, resources, forecasts);
    }

    /// What carries the operations of deployments and of stacks out, and by another task all others.
    Task before(Task others) {
        return engine.task().orElse(stacks.tasks(others));
    }

    /// Deployments in Azure Resource Manager's protocol.
    Surface surface(Scopes scopes, Authorizer authorizer, Clock clock) {
        return new DeploymentSurface(new DeploymentSurface.Parts(
                engine.deployments(), templates, resources, forecasts, scopes, authorizer, clock));
    }
}
