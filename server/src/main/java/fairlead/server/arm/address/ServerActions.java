package fairlead.server.arm.address;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What can be done on the server itself, besides what can be done with resources, in the words of
/// permissions. None of it is of the data plane.
public final class ServerActions {

    private static final List<String> ALL_THREE = List.of("read", "write", "delete");

    /// By namespace and type: the last parts of actions.
    private static final Map<String, Map<String, List<String>>> ALL = new TreeMap<>(Map.of(
            "Microsoft.Resources",
            new TreeMap<>(Map.of(
                    "subscriptions",
                    List.of("read", "write"),
                    "subscriptions/locations",
                    List.of("read"),
                    "subscriptions/tagNames",
                    List.of("read"),
                    "subscriptions/resourceGroups",
                    List.of("read", "write", "delete", "moveResources/action", "exportTemplate/action"),
                    "deployments",
                    List.of(
                            "read",
                            "write",
                            "delete",
                            "cancel/action",
                            "validate/action",
                            "whatIf/action",
                            "exportTemplate/action"),
                    "deployments/operations",
                    List.of("read"),
                    "deployments/operationstatuses",
                    List.of("read"),
                    "deploymentStacks",
                    List.of(
                            "read",
                            "write",
                            "delete",
                            "validate/action",
                            "exportTemplate/action",
                            "manageDenySetting/action"),
                    "deploymentStacksWhatIfResults",
                    List.of("read", "write", "delete", "whatIf/action"),
                    "tags",
                    ALL_THREE)),
            "Microsoft.Authorization",
            new TreeMap<>(Map.of(
                    "locks",
                    ALL_THREE,
                    "roleDefinitions",
                    ALL_THREE,
                    "roleAssignments",
                    ALL_THREE,
                    "denyAssignments",
                    ALL_THREE,
                    "policyDefinitions",
                    ALL_THREE,
                    "policySetDefinitions",
                    ALL_THREE,
                    "policyAssignments",
                    List.of("read", "write", "delete", "exempt/action"),
                    "policyExemptions",
                    ALL_THREE,
                    "elevateAccess",
                    List.of("action"))),
            "Microsoft.PolicyInsights",
            new TreeMap<>(Map.of(
                    "policyStates",
                    List.of("queryResults/read", "summarize/read", "triggerEvaluation/action"),
                    "policyEvents",
                    List.of("queryResults/read"))),
            "Microsoft.Quota",
            new TreeMap<>(Map.of("quotas", ALL_THREE, "usages", List.of("read"))),
            "Microsoft.Insights",
            new TreeMap<>(Map.of("eventtypes/values", List.of("read"))),
            "Fairlead.Control",
            new TreeMap<>(Map.ofEntries(
                    Map.entry("types", ALL_THREE),
                    Map.entry("types/configuration", List.of("write")),
                    Map.entry("depot", ALL_THREE),
                    Map.entry("stacks", ALL_THREE),
                    Map.entry("webhooks", ALL_THREE),
                    Map.entry("metrics", List.of("read")),
                    Map.entry("health", List.of("read")),
                    Map.entry("check", List.of("read", "action")),
                    Map.entry("cells", List.of("read", "write", "action")),
                    Map.entry("imports", List.of("action")),
                    Map.entry("leftBehind", List.of("read", "delete")),
                    Map.entry("seal", List.of("read", "rotate/action")),
                    Map.entry("audit", List.of("erase/action")),
                    Map.entry("audit/holds", ALL_THREE))),
            "Fairlead.Approvals",
            new TreeMap<>(Map.of("approvals", List.of("approve/action", "override/action"))),
            "Fairlead.Identity",
            new TreeMap<>(Map.of(
                    "principals",
                    List.of("read", "write", "delete", "assume/action", "checkAccess/action"),
                    "principals/credentials",
                    List.of("read", "write"),
                    "tenantAdministrators",
                    List.of("write")))));

    private ServerActions() {}

    /// The namespaces, sorted.
    public static List<String> namespaces() {
        return List.copyOf(ALL.keySet());
    }

    /// A namespace as it is written, whatever the case in which it was asked for; empty if it is none of these.
    public static Optional<String> namespace(String asked) {
        return ALL.keySet().stream()
                .filter(known -> known.toLowerCase(Locale.ROOT).equals(asked.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /// The types of a namespace, with the last parts of their actions; none if it is none of these.
    public static Map<String, List<String>> of(String namespace) {
        return ALL.getOrDefault(namespace, Map.of());
    }
}
