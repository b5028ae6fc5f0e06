package fairlead.server.access.role;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The roles that ship with the program. Those that Azure has too have its ids and names ("Azure built-in roles"), so
/// that
/// scripts which assign them by id work.
public final class BuiltInRoles {

    /// May do everything on the control plane, and give roles to others.
    public static final RoleDefinition OWNER = role(
            "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
            "Owner",
            "Grants full access to manage all resources, including the ability to assign roles.",
            Permission.of("*"));

    /// May manage resources, and neither give roles nor bring in code.
    public static final RoleDefinition CONTRIBUTOR = role(
            "b24988ac-6180-42a0-ab88-20f7382dd24c",
            "Contributor",
            "Grants full access to manage all resources, but does not allow you to assign roles, to register types or"
                    + " to mint credentials.",
            Permission.of("*")
                    .without(
                            "Microsoft.Authorization/*/Delete",
                            "Microsoft.Authorization/*/Write",
                            "Microsoft.Authorization/elevateAccess/Action",
                            "Microsoft.Resources/deploymentStacks/manageDenySetting/action",
                            "Microsoft.Resources/subscriptions/write",
                            "Microsoft.Quota/*/write",
                            "Microsoft.Quota/*/delete",
                            "Fairlead.Control/types/write",
                            "Fairlead.Control/types/delete",
                            "Fairlead.Control/types/*/write",
                            "Fairlead.Control/types/*/action",
                            "Fairlead.Control/depot/*",
                            "Fairlead.Control/cells/*",
                            "Fairlead.Control/check/*",
                            "Fairlead.Control/seal/*",
                            "Fairlead.Control/audit/*",
                            "Fairlead.Identity/*/write",
                            "Fairlead.Identity/*/delete",
                            "Fairlead.Identity/*/action",
                            "Fairlead.Approvals/*/action"));

    /// May look at everything, and at no secret.
    public static final RoleDefinition READER = role(
            "acdd72a7-3385-48ef-bd42-f606fba81ae7",
            "Reader",
            "View all resources, but does not allow you to make any changes.",
            Permission.of("*/read"));

    /// May look at everything and give roles to others.
    public static final RoleDefinition USER_ACCESS_ADMINISTRATOR = role(
            "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
            "User Access Administrator",
            "Lets you manage user access to resources.",
            Permission.of("*/read", "Microsoft.Authorization/*"));

    /// May give and take roles, and nothing else.
    public static final RoleDefinition RBAC_ADMINISTRATOR = role(
            "f58310d9-a9f6-439a-9e8d-f62e7b41a168",
            "Role Based Access Control Administrator",
            "Manage access to resources by assigning roles.",
            Permission.of(
                    "Microsoft.Authorization/roleAssignments/write",
                    "Microsoft.Authorization/roleAssignments/delete",
                    "*/read"));

    /// May write guardrails, and look at everything.
    public static final RoleDefinition RESOURCE_POLICY_CONTRIBUTOR = role(
            "36243c78-bf99-498c-9df9-86d9f8d28608",
            "Resource Policy Contributor",
            "Write policy definitions, assign them and exempt from them, and read everything.",
            Permission.of(
                    "*/read",
                    "Microsoft.Authorization/policyDefinitions/*",
                    "Microsoft.Authorization/policySetDefinitions/*",
                    "Microsoft.Authorization/policyAssignments/*",
                    "Microsoft.Authorization/policyExemptions/*",
                    "Microsoft.PolicyInsights/*"));

    /// May register types, and so bring in code.
    public static final RoleDefinition TYPE_PUBLISHER = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a01",
            "Type Publisher",
            "Register, configure and remove resource types, and upload their packages.",
            Permission.of("Fairlead.Control/types/*", "Fairlead.Control/depot/*", "*/read"));

    /// May read the secrets that resources have.
    public static final RoleDefinition SECRET_READER = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a02",
            "Secret Reader",
            "Read the secret values of resources.",
            Permission.of("*/read").withData("*/listSecrets/action"));

    /// May look at the audit trail alone.
    public static final RoleDefinition AUDITOR = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a03",
            "Auditor",
            "Read the audit trail.",
            Permission.of("Microsoft.Insights/eventtypes/values/read", "Microsoft.Resources/subscriptions/read"));

    /// May look after the server: its health, its metrics and what is under way.
    public static final RoleDefinition OPERATOR = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a04",
            "Operator",
            "Look after the server: health, metrics, checks, drift, and the cancelling of operations.",
            Permission.of(
                    "*/read",
                    "Fairlead.Control/health/*",
                    "Fairlead.Control/metrics/*",
                    "Fairlead.Control/check/*",
                    "Fairlead.Control/operations/cancel/action",
                    "*/detectDrift/action"));

    /// May act as the service principals at which it is assigned.
    public static final RoleDefinition ROLE_ASSUMER = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a05",
            "Role Assumer",
            "Assume the service principals at which it is assigned, as AWS tools assume roles.",
            Permission.of("Fairlead.Identity/principals/assume/action"));

    /// May decide approvals, of those changes whose rules name this role.
    public static final RoleDefinition APPROVER = role(
            "5d1c0a1e-8d5b-4f39-9d0a-6a1f0c6f7a06",
            "Approver",
            "Approve or deny changes that other people ask for, and read everything.",
            Permission.of("*/read", "Fairlead.Approvals/approvals/approve/action"));

    private static final Map<UUID, RoleDefinition> ALL = List.of(
                    OWNER,
                    CONTRIBUTOR,
                    READER,
                    USER_ACCESS_ADMINISTRATOR,
                    RBAC_ADMINISTRATOR,
                    RESOURCE_POLICY_CONTRIBUTOR,
                    TYPE_PUBLISHER,
                    SECRET_READER,
                    AUDITOR,
                    OPERATOR,
                    ROLE_ASSUMER,
                    APPROVER)
            .stream()
            .collect(Collectors.toUnmodifiableMap(RoleDefinition::id, Function.identity()));

    private BuiltInRoles() {}

    /// All of them, by name.
    public static List<RoleDefinition> all() {
        return ALL.values().stream()
                .sorted(java.util.Comparator.comparing(RoleDefinition::name))
                .toList();
    }

    /// The one with that id.
    public static Optional<RoleDefinition> find(UUID id) {
        return Optional.ofNullable(ALL.get(id));
    }

    private static RoleDefinition role(String id, String name, String description, Permission permission) {
        return new RoleDefinition(
                UUID.fromString(id),
                name,
                description,
                true,
                List.of(permission),
                List.of("/"),
                RoleDefinition.Written.NEVER);
    }
}
