package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.deployment.DeploymentStackSurface;
import fairlead.server.arm.deployment.DeploymentSurface;
import fairlead.server.arm.deployment.StackWhatIfSurface;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.http.Surface;
import fairlead.server.operation.Task;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deploymentstack.DeploymentStackEngine;
import java.time.Clock;
import java.util.List;

/// The wiring of deployments.
///
/// @param resources what templates are carried out with
/// @param forecasts says what templates would do
record DeploymentWiring(
        StackEngine stacks,
        DeploymentStackEngine engine,
        ArmTemplates templates,
        DeploymentResources resources,
        ResourceForecasts forecasts) {

    /// What carries the operations of deployments and of stacks out, and by another task all others.
    Task before(Task others) {
        return engine.orElse(stacks.tasks(others));
    }

    /// Deployment stacks in Azure Resource Manager's protocol, and what would become of them.
    List<Surface> stackSurfaces(Scopes scopes, Authorizer authorizer, Clock clock) {
        var parts =
                new DeploymentStackSurface.Parts(engine, templates, resources, forecasts, scopes, authorizer, clock);
        return List.of(new DeploymentStackSurface(parts), new StackWhatIfSurface(parts));
    }

    /// Deployments in Azure Resource Manager's protocol.
    Surface surface(Scopes scopes, Authorizer authorizer, Clock clock) {
        return new DeploymentSurface(new DeploymentSurface.Parts(
                engine.deployments().deployments(), templates, resources, forecasts, scopes, authorizer, clock));
    }
}
