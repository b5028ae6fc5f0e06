package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import fairlead.server.access.Caller;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;

/// Says what a deployment would do to each resource: nested deployments are looked into, references to what stays as it
/// is are evaluated with what is there, and nothing is changed.
///
/// A resource that is there, and whose body is not wholly known before the deployment, is a potential change; a
/// diagnostic says why. What the server itself computes or fills in makes no difference. No secret is shown.
public final class WhatIfChanges {

    private final DeploymentResources resources;
    private final ResourceForecasts forecasts;
    private final NestedTemplates templates;

    public WhatIfChanges(DeploymentResources resources, ResourceForecasts forecasts, NestedTemplates templates) {
        this.resources = resources;
        this.forecasts = forecasts;
        this.templates = templates;
    }

    /// What the deployment would do.
    ///
    /// @param deployment its name
    /// @throws fairlead.server.problem.ProblemException for what the caller may not see
    public WhatIfResult of(Compiled compiled, DeploymentScope scope, String deployment, Caller caller, Wish wish) {
        Preview preview = new Preview(new Preview.Means(resources, forecasts, templates, caller), wish);
        Foresight whole = new Foresight(preview, new Foresight.Level(compiled, scope.id(deployment), List.of()));
        whole.look();
        preview.rest(scope);
        return preview.result();
    }
}
