/// Deployments: documents whose resources are put in order at a scope, once, and that own nothing of it.
///
/// [fairlead.server.stack.deployment.Deployments] has the verbs, [fairlead.server.stack.deployment.DeploymentTask]
/// carries the operations out, [fairlead.server.stack.deployment.DeploymentResources] is what they do it with. What a
/// template says is found out by a [fairlead.server.stack.deployment.DeploymentTemplates].
@NullMarked
package fairlead.server.stack.deployment;

import org.jspecify.annotations.NullMarked;
