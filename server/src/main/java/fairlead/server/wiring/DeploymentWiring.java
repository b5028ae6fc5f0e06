package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.deployment.DeploymentSurface;
import fairlead.server.http.Surface;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.deployment.DeploymentResources;
import java.time.Clock;

/// The wiring of deployments.
///
/// @param resources what templates are carried out with
record DeploymentWiring(DeploymentEngine engine, ArmTemplates templates, DeploymentResources resources) {

    static DeploymentWiring of(DeploymentEngine.Parts parts, ArmTemplates templates, DeploymentResources resources) {
        return new DeploymentWiring(DeploymentEngine.of(parts, templates, resources), templates, resources);
    }

    /// Deployments in Azure Resource Manager's protocol.
    Surface surface(Scopes scopes, Authorizer authorizer, Clock clock) {
        return new DeploymentSurface(
                new DeploymentSurface.Parts(engine.deployments(), templates, resources, scopes, authorizer, clock));
    }
}
