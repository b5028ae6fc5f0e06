package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.deployment.DeploymentSurface;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.http.Surface;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.deployment.DeploymentResources;
import java.time.Clock;

/// The wiring of deployments.
///
/// @param resources what templates are carried out with
/// @param forecasts says what templates would do
record DeploymentWiring(
        DeploymentEngine engine, ArmTemplates templates, DeploymentResources resources, ResourceForecasts forecasts) {

    static DeploymentWiring of(
            DeploymentEngine.Parts parts,
            ArmTemplates templates,
            DeploymentResources resources,
            ResourceForecasts forecasts) {
        return new DeploymentWiring(DeploymentEngine.of(parts, templates, resources), templates, resources, forecasts);
    }

    /// Deployments in Azure Resource Manager's protocol.
    Surface surface(Scopes scopes, Authorizer authorizer, Clock clock) {
        return new DeploymentSurface(new DeploymentSurface.Parts(
                engine.deployments(), templates, resources, forecasts, scopes, authorizer, clock));
    }
}
