/// Deployments in Azure Resource Manager's protocol: `Microsoft.Resources/deployments` at resource groups and
/// subscriptions.
@NullMarked
package fairlead.server.arm.deployment;

import org.jspecify.annotations.NullMarked;
