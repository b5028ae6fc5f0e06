package fairlead.armtemplate.scope;

/// What a template is deployed to.
public sealed interface DeploymentScope {

    /// The tenant.
    record Tenant() implements DeploymentScope {}

    /// A management group.
    record ManagementGroup(String name) implements DeploymentScope {}

    /// A subscription.
    record Subscription(String subscriptionId) implements DeploymentScope {}

    /// A resource group.
    record Group(String subscriptionId, String name) implements DeploymentScope {}

    /// The id of the scope; empty for the tenant.
    default String id() {
        return switch (this) {
            case Tenant() -> "";
            case ManagementGroup(var name) -> "/providers/Microsoft.Management/managementGroups/" + name;
            case Subscription(var subscription) -> "/subscriptions/" + subscription;
            case Group(var subscription, var name) -> "/subscriptions/" + subscription + "/resourceGroups/" + name;
        };
    }

    /// The file name that the schema of a template for this scope has, without its ending.
    default String schema() {
        return switch (this) {
            case Tenant() -> "tenantDeploymentTemplate";
            case ManagementGroup _ -> "managementGroupDeploymentTemplate";
            case Subscription _ -> "subscriptionDeploymentTemplate";
            case Group _ -> "deploymentTemplate";
        };
    }
}
