package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.admin.AdminSection;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.arm.address.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Every address, with every method that it takes, asked by each kind of caller. What a reader is refused names the
/// action: that is the table of permissions, as callers meet it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessMatrixTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String G = Plane.GROUP;
    private static final String T = G + "/providers/Fairlead.Lab/things/one";
    private static final String SAFE = G + "/providers/Test.Safe/keys/one";
    private static final String V = "?api-version=2026-11-01";
    private static final String ID = "00000000-0000-4000-8000-00000000000a";
    private static final String PLACE = "?subscription=" + S.substring("/subscriptions/".length()) + "&location=local";
    private static final String ROLES = "/providers/Microsoft.Authorization/";
    private static final String DEPLOYMENTS = "/providers/Microsoft.Resources/deployments";
    private static final String STACK = "Microsoft.Resources/deploymentStacks/";
    private static final String STACKS = "/providers/Microsoft.Resources/deploymentStacks";
    private static final String FORECAST = "Microsoft.Resources/deploymentStacksWhatIfResults/";
    private static final String FORECASTS = "/providers/Microsoft.Resources/deploymentStacksWhatIfResults";
    private static final String AUDIT = "Microsoft.Insights/eventtypes/values/read";
    private static final String ACTIVITY_LOG =
            "/providers/Microsoft.Insights/eventtypes/management/values?api-version=2015-04-01";
    private static final String QUOTAS = "/providers/Microsoft.Quota/";
    private static final String INSIGHTS = "/providers/Microsoft.PolicyInsights/";

    /// What a caller needs.
    ///
    /// @param kind the name of a class of [Address] or of an [AdminSection], or a word of its own
    /// @param action as a reader is refused it; `read` where a reader may, `known` where everybody may who has
    ///     signed in, and `open` where everybody may
    record Route(String kind, String method, String path, String action) {

        @Override
        public String toString() {
            return method + " " + path + " " + action;
        }
    }

    static final List<Route> ROUTES = List.of(
            // -- deployments ------------------------------------------------------------------------------------------
            new Route("deployments", "GET", G + DEPLOYMENTS + "" + V, "read"),
            new Route("deployments", "GET", G + DEPLOYMENTS + "/a" + V, "read"),
            new Route("deployments", "PUT", G + DEPLOYMENTS + "/a" + V, "Microsoft.Resources/deployments/write"),
            new Route("deployments", "DELETE", G + DEPLOYMENTS + "/a" + V, "Microsoft.Resources/deployments/delete"),
            new Route(
                    "deployments",
                    "POST",
                    G + DEPLOYMENTS + "/a/cancel" + V,
                    "Microsoft.Resources/deployments/cancel/action"),
            new Route(
                    "deployments",
                    "POST",
                    G + DEPLOYMENTS + "/a/validate" + V,
                    "Microsoft.Resources/deployments/validate/action"),
            new Route(
                    "deployments",
                    "POST",
                    G + DEPLOYMENTS + "/a/whatIf" + V,
                    "Microsoft.Resources/deployments/whatIf/action"),
            new Route(
                    "deployments",
                    "POST",
                    G + DEPLOYMENTS + "/a/exportTemplate" + V,
                    "Microsoft.Resources/deployments/exportTemplate/action"),
            new Route("deployments", "GET", G + DEPLOYMENTS + "/a/operations" + V, "read"),
            new Route("deployments", "GET", G + DEPLOYMENTS + "/a/operationStatuses/a" + V, "read"),
            new Route("deployments", "PUT", S + DEPLOYMENTS + "/a" + V, "Microsoft.Resources/deployments/write"),
            new Route("deployments", "POST", "/providers/Microsoft.Resources/calculateTemplateHash" + V, "known"),
            new Route("deploymentStacks", "GET", G + STACKS + V, "read"),
            new Route("deploymentStacks", "GET", G + STACKS + "/a" + V, "read"),
            new Route("deploymentStacks", "PUT", G + STACKS + "/a" + V, STACK + "write"),
            new Route("deploymentStacks", "DELETE", S + STACKS + "/a" + V, STACK + "delete"),
            new Route("deploymentStacks", "POST", G + STACKS + "/a/validate" + V, STACK + "validate/action"),
            new Route(
                    "deploymentStacks", "POST", G + STACKS + "/a/exportTemplate" + V, STACK + "exportTemplate/action"),
            new Route("deploymentStacks", "GET", G + STACKS + "/a/operationStatuses/a" + V, "read"),
            new Route("deploymentStacks", "GET", G + FORECASTS + V, "read"),
            new Route("deploymentStacks", "GET", G + FORECASTS + "/a" + V, "read"),
            new Route("deploymentStacks", "PUT", G + FORECASTS + "/a" + V, FORECAST + "write"),
            new Route("deploymentStacks", "DELETE", S + FORECASTS + "/a" + V, FORECAST + "delete"),
            new Route("deploymentStacks", "POST", G + FORECASTS + "/a/whatIf" + V, FORECAST + "whatIf/action"),
            // -- ARM --------------------------------------------------------------------------------------------------
            new Route("Subscriptions", "GET", "/subscriptions" + V, "known"),
            new Route("OneSubscription", "GET", S + V, "read"),
            new Route("OneSubscription", "PUT", S + V, "Microsoft.Resources/subscriptions/write"),
            new Route("SubscriptionLocations", "GET", S + "/locations" + V, "read"),
            new Route("AllResources", "GET", S + "/resources" + V, "read"),
            new Route("AllResources", "GET", G + "/resources" + V, "read"),
            new Route("Groups", "GET", S + "/resourceGroups" + V, "read"),
            new Route("OneGroup", "GET", G + V, "read"),
            new Route("OneGroup", "PUT", G + V, "Microsoft.Resources/subscriptions/resourceGroups/write"),
            new Route("OneGroup", "PATCH", G + V, "Microsoft.Resources/subscriptions/resourceGroups/write"),
            new Route("OneGroup", "DELETE", G + V, "Microsoft.Resources/subscriptions/resourceGroups/delete"),
            new Route("Providers", "GET", S + "/providers" + V, "read"),
            new Route("OneProvider", "GET", S + "/providers/Fairlead.Lab" + V, "read"),
            new Route(
                    "ProviderAction",
                    "POST",
                    S + "/providers/Fairlead.Lab/register" + V,
                    "Fairlead.Lab/register/action"),
            new Route("ProviderOperations", "GET", "/providers/Fairlead.Lab/operations" + V, "known"),
            new Route(
                    "ProviderOperationsMetadata",
                    "GET",
                    "/providers/Microsoft.Authorization/providerOperations" + V,
                    "known"),
            new Route("TenantAction", "POST", "/providers/Fairlead.Lab/nothing" + V, "Fairlead.Lab/nothing/action"),
            new Route("NameCheck", "POST", S + "/providers/Fairlead.Lab/checkNameAvailability" + V, "read"),
            new Route("Locks", "GET", G + ROLES + "locks" + V, "read"),
            new Route("OneLock", "GET", G + ROLES + "locks/a" + V, "read"),
            new Route("OneLock", "PUT", G + ROLES + "locks/a" + V, "Microsoft.Authorization/locks/write"),
            new Route("OneLock", "DELETE", G + ROLES + "locks/a" + V, "Microsoft.Authorization/locks/delete"),
            new Route("TagsOf", "GET", G + "/providers/Microsoft.Resources/tags/default" + V, "read"),
            new Route(
                    "TagsOf",
                    "PUT",
                    G + "/providers/Microsoft.Resources/tags/default" + V,
                    "Microsoft.Resources/tags/write"),
            new Route(
                    "TagsOf",
                    "DELETE",
                    T + "/providers/Microsoft.Resources/tags/default" + V,
                    "Microsoft.Resources/tags/delete"),
            new Route("TagNames", "GET", S + "/tagNames" + V, "read"),
            new Route(
                    "Move",
                    "POST",
                    G + "/moveResources" + V,
                    "Microsoft.Resources/subscriptions/resourceGroups/moveResources/action"),
            new Route(
                    "Move",
                    "POST",
                    G + "/validateMoveResources" + V,
                    "Microsoft.Resources/subscriptions/resourceGroups/moveResources/action"),
            new Route(
                    "Export",
                    "POST",
                    G + "/exportTemplate" + V,
                    "Microsoft.Resources/subscriptions/resourceGroups/exportTemplate/action"),
            new Route("OneResource", "GET", T + V, "read"),
            new Route("OneResource", "HEAD", T + V, "read"),
            new Route("OneResource", "PUT", T + V, "Fairlead.Lab/things/write"),
            new Route("OneResource", "PATCH", T + V, "Fairlead.Lab/things/write"),
            new Route("OneResource", "DELETE", T + V, "Fairlead.Lab/things/delete"),
            new Route("ResourceSkus", "GET", T + "/skus" + V, "read"),
            new Route("NewSkus", "GET", S + "/providers/Fairlead.Lab/skus" + V, "read"),
            new Route(
                    "ResourceAction",
                    "POST",
                    G + "/providers/Fairlead.Lab/racks/one/diagnose" + V,
                    "Fairlead.Lab/racks/diagnose/action"),
            new Route("ResourceList", "GET", G + "/providers/Fairlead.Lab/things" + V, "read"),
            new Route("OperationList", "GET", S + "/operationStatuses" + V, "read"),
            new Route("OperationStatus", "GET", S + "/operationStatuses/" + ID + V, "read"),
            new Route("OperationResult", "GET", S + "/operationResults/" + ID + V, "read"),
            new Route("OperationCancel", "POST", S + "/operationStatuses/" + ID + "/cancel" + V, "read"),
            new Route("WhatIf", "POST", T + "/whatIf" + V, "Fairlead.Lab/things/write"),
            new Route("DriftOf", "GET", T + "/drift" + V, "read"),
            new Route("DriftOf", "PATCH", T + "/drift" + V, "Fairlead.Lab/things/write"),
            new Route("DetectDrift", "POST", T + "/detectDrift" + V, "Fairlead.Lab/things/detectDrift/action"),
            new Route("Secrets", "POST", SAFE + "/listSecrets" + V, "Test.Safe/keys/listSecrets/action"),
            new Route("Drifted", "GET", S + "/drift" + V, "read"),
            new Route("AllOrphans", "GET", S + "/leftBehind" + V, "read"),
            new Route("OneOrphan", "GET", S + "/providers/Fairlead.Lab/locations/local/leftBehind/a" + V, "read"),
            new Route(
                    "OneOrphan",
                    "DELETE",
                    S + "/providers/Fairlead.Lab/locations/local/leftBehind/a" + V,
                    "Fairlead.Control/leftBehind/delete"),
            new Route("ResourceCancel", "POST", T + "/cancel" + V, "Fairlead.Lab/things/write"),
            // -- roles ------------------------------------------------------------------------------------------------
            new Route("roleDefinitions", "GET", G + ROLES + "roleDefinitions" + V, "read"),
            new Route("roleDefinitions", "GET", G + ROLES + "roleDefinitions/" + BuiltInRoles.READER.id() + V, "read"),
            new Route("roleAssignments", "GET", G + ROLES + "roleAssignments" + V, "read"),
            new Route("denyAssignments", "GET", G + ROLES + "denyAssignments" + V, "read"),
            new Route(
                    "denyAssignments",
                    "PUT",
                    G + ROLES + "denyAssignments/" + ID + V,
                    "Microsoft.Authorization/denyAssignments/write"),
            new Route(
                    "denyAssignments",
                    "DELETE",
                    G + ROLES + "denyAssignments/" + ID + V,
                    "Microsoft.Authorization/denyAssignments/delete"),
            new Route("permissions", "GET", G + ROLES + "permissions" + V, "read"),
            // -- guardrails -------------------------------------------------------------------------------------------
            new Route("policyDefinitions", "GET", S + ROLES + "policyDefinitions" + V, "read"),
            new Route("policyDefinitions", "GET", S + ROLES + "policyDefinitions/a" + V, "read"),
            new Route(
                    "policyDefinitions",
                    "PUT",
                    S + ROLES + "policyDefinitions/a" + V,
                    "Microsoft.Authorization/policyDefinitions/write"),
            new Route(
                    "policyDefinitions",
                    "DELETE",
                    S + ROLES + "policyDefinitions/a" + V,
                    "Microsoft.Authorization/policyDefinitions/delete"),
            new Route("policySetDefinitions", "GET", S + ROLES + "policySetDefinitions" + V, "read"),
            new Route("policySetDefinitions", "GET", S + ROLES + "policySetDefinitions/a" + V, "read"),
            new Route(
                    "policySetDefinitions",
                    "PUT",
                    S + ROLES + "policySetDefinitions/a" + V,
                    "Microsoft.Authorization/policySetDefinitions/write"),
            new Route(
                    "policySetDefinitions",
                    "DELETE",
                    S + ROLES + "policySetDefinitions/a" + V,
                    "Microsoft.Authorization/policySetDefinitions/delete"),
            new Route("policyAssignments", "GET", G + ROLES + "policyAssignments" + V, "read"),
            new Route("policyAssignments", "GET", G + ROLES + "policyAssignments/a" + V, "read"),
            new Route(
                    "policyAssignments",
                    "PUT",
                    G + ROLES + "policyAssignments/a" + V,
                    "Microsoft.Authorization/policyAssignments/write"),
            new Route(
                    "policyAssignments",
                    "DELETE",
                    G + ROLES + "policyAssignments/a" + V,
                    "Microsoft.Authorization/policyAssignments/delete"),
            new Route("policyExemptions", "GET", G + ROLES + "policyExemptions" + V, "read"),
            new Route("policyExemptions", "GET", G + ROLES + "policyExemptions/a" + V, "read"),
            new Route(
                    "policyExemptions",
                    "PUT",
                    G + ROLES + "policyExemptions/a" + V,
                    "Microsoft.Authorization/policyExemptions/write"),
            new Route(
                    "policyExemptions",
                    "DELETE",
                    G + ROLES + "policyExemptions/a" + V,
                    "Microsoft.Authorization/policyExemptions/delete"),
            new Route("policyDefinitions", "GET", ROLES + "policyDefinitions" + V, "known"),
            new Route("policyStates", "POST", G + INSIGHTS + "policyStates/latest/queryResults" + V, "read"),
            new Route("policyStates", "POST", G + INSIGHTS + "policyStates/latest/summarize" + V, "read"),
            new Route(
                    "policyStates",
                    "POST",
                    G + INSIGHTS + "policyStates/latest/triggerEvaluation" + V,
                    "Microsoft.PolicyInsights/policyStates/triggerEvaluation/action"),
            new Route("policyEvents", "POST", G + INSIGHTS + "policyEvents/default/queryResults" + V, "read"),
            new Route("quotas", "GET", S + QUOTAS + "quotas" + V, "read"),
            new Route("quotas", "GET", S + "/providers/Fairlead.Lab" + QUOTAS + "quotas/things" + V, "read"),
            new Route("quotas", "PUT", S + QUOTAS + "quotas/resources" + V, "Microsoft.Quota/quotas/write"),
            new Route("quotas", "DELETE", S + QUOTAS + "quotas/resources" + V, "Microsoft.Quota/quotas/delete"),
            new Route("quotas", "GET", S + QUOTAS + "usages" + V, "read"),
            new Route("quotas", "GET", QUOTAS + "usages" + V, "Microsoft.Quota/usages/read"),
            new Route("quotas", "PUT", QUOTAS + "quotas/webhooks" + V, "Microsoft.Quota/quotas/write"),
            new Route("quotas", "DELETE", QUOTAS + "quotas/webhooks" + V, "Microsoft.Quota/quotas/delete"),
            new Route("quotas", "GET", S + "/providers/Fairlead.Lab/locations/local/usages" + V, "read"),
            new Route("checkAccess", "POST", G + ROLES + "checkAccess" + V, "read"),
            // -- the native API
            // -----------------------------------------------------------------------------------------
            new Route("TYPES", "GET", "/fairlead/types", "known"),
            new Route("TYPES", "GET", "/fairlead/types/Fairlead::Lab::Thing", "known"),
            new Route("TYPES", "POST", "/fairlead/types", "Fairlead.Control/types/write"),
            new Route("TYPES", "DELETE", "/fairlead/types/Fairlead::Lab::Thing", "Fairlead.Control/types/delete"),
            new Route(
                    "TYPES",
                    "PUT",
                    "/fairlead/types/Fairlead::Lab::Thing/configuration",
                    "Fairlead.Control/types/configuration/write"),
            new Route(
                    "TYPES",
                    "PUT",
                    "/fairlead/types/Fairlead::Lab::Thing/defaultVersion",
                    "Fairlead.Control/types/write"),
            new Route("IMPORTS", "GET", "/fairlead/imports/" + ID, "known"),
            new Route("SIMULATIONS", "POST", "/fairlead/simulations", "Fairlead.Control/types/write"),
            new Route("RESOURCES", "GET", "/fairlead/resources?arn=arn:aws:a:b:c:d", "known"),
            new Route(
                    "GRAPH", "GET", "/fairlead/graph?subscription=" + S.substring("/subscriptions/".length()), "read"),
            new Route("AUDIT", "GET", "/fairlead/audit", "Microsoft.Insights/eventtypes/values/read"),
            new Route(
                    "AUDIT", "GET", "/fairlead/audit?subscription=" + S.substring("/subscriptions/".length()), "read"),
            new Route(
                    "AUDIT",
                    "GET",
                    "/fairlead/audit/proof?eventId=" + ID + "&subscription=" + S.substring("/subscriptions/".length()),
                    "read"),
            new Route("AUDIT", "GET", "/fairlead/audit/proof?eventId=" + ID, AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/checkpoint", AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/keys", AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/log", AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/checkpoints", AUDIT),
            new Route(
                    "AUDIT",
                    "GET",
                    "/fairlead/audit/entries?subscription=" + S.substring("/subscriptions/".length()),
                    AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/tiles/0", AUDIT),
            new Route("AUDIT", "GET", "/fairlead/audit/holds", "Fairlead.Control/audit/holds/read"),
            new Route("AUDIT", "PUT", "/fairlead/audit/holds/a", "Fairlead.Control/audit/holds/write"),
            new Route("AUDIT", "DELETE", "/fairlead/audit/holds/a", "Fairlead.Control/audit/holds/delete"),
            new Route("AUDIT", "POST", "/fairlead/audit/erasures", "Fairlead.Control/audit/erase/action"),
            new Route(
                    "activity log",
                    "GET",
                    "/providers/Microsoft.Insights/eventcategories?api-version=2015-04-01",
                    "known"),
            new Route("activity log", "GET", S + ACTIVITY_LOG, "read"),
            new Route("DOCUMENTS", "GET", "/fairlead/documents?uri=x", "Fairlead.Control/types/write"),
            new Route("VERSION", "GET", "/fairlead/version", "known"),
            new Route("HEALTH", "GET", "/fairlead/health", "open"),
            new Route("CHECK", "GET", "/fairlead/check", "Fairlead.Control/check/read"),
            new Route("CHECK", "POST", "/fairlead/check", "Fairlead.Control/check/action"),
            new Route("SEAL", "GET", "/fairlead/seal", "Fairlead.Control/seal/read"),
            new Route("SEAL", "POST", "/fairlead/seal/rotate", "Fairlead.Control/seal/rotate/action"),
            new Route("TARGETS", "GET", "/fairlead/targets?resource=" + SAFE, "Test.Safe/keys/listSecrets/action"),
            new Route("TARGETS", "PUT", "/fairlead/targets/a?resource=" + SAFE, "Test.Safe/keys/listSecrets/action"),
            new Route("TARGETS", "DELETE", "/fairlead/targets/a?resource=" + SAFE, "Test.Safe/keys/listSecrets/action"),
            new Route("stacks", "GET", "/fairlead/stacks" + PLACE, "read"),
            new Route("stacks", "GET", "/fairlead/stacks/a" + PLACE, "read"),
            new Route("stacks", "GET", "/fairlead/stacks/a/events" + PLACE, "read"),
            new Route("stacks", "POST", "/fairlead/stacks/a/plan" + PLACE, "read"),
            new Route("stacks", "PUT", "/fairlead/stacks/a" + PLACE, "Fairlead.Control/stacks/write"),
            new Route("stacks", "DELETE", "/fairlead/stacks/a" + PLACE, "Fairlead.Control/stacks/delete"),
            new Route("watch", "GET", "/fairlead/watch", "known"),
            new Route("webhooks", "GET", "/fairlead/webhooks", "Fairlead.Control/webhooks/read"),
            new Route("webhooks", "PUT", "/fairlead/webhooks/a", "Fairlead.Control/webhooks/write"),
            new Route("webhooks", "DELETE", "/fairlead/webhooks/a", "Fairlead.Control/webhooks/delete"),
            new Route("webhooks", "POST", "/fairlead/webhooks/a/test", "Fairlead.Control/webhooks/write"),
            new Route("cell", "GET", "/fairlead/cell", "Fairlead.Control/cells/read"),
            new Route("cell", "PUT", "/fairlead/cell/types", "Fairlead.Control/cells/write"),
            new Route("cell", "GET", "/fairlead/cell/access", "Fairlead.Control/cells/read"),
            new Route("cell", "POST", "/fairlead/cell/access", "Fairlead.Control/cells/action"),
            new Route("cell", "PUT", "/fairlead/cell/access", "Fairlead.Control/cells/write"),
            new Route("principals", "GET", "/fairlead/principals", "Fairlead.Identity/principals/read"),
            new Route("principals", "POST", "/fairlead/principals", "Fairlead.Identity/principals/write"),
            new Route("principals", "PATCH", "/fairlead/principals/" + ID, "Fairlead.Identity/principals/write"),
            new Route("principals", "DELETE", "/fairlead/principals/" + ID, "Fairlead.Identity/principals/delete"),
            new Route(
                    "principals",
                    "POST",
                    "/fairlead/principals/" + ID + "/secrets",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "principals",
                    "GET",
                    "/fairlead/principals/" + ID + "/secrets",
                    "Fairlead.Identity/principals/credentials/read"),
            new Route(
                    "keys",
                    "GET",
                    "/fairlead/principals/" + ID + "/keys",
                    "Fairlead.Identity/principals/credentials/read"),
            new Route(
                    "keys",
                    "POST",
                    "/fairlead/principals/" + ID + "/keys",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "keys",
                    "DELETE",
                    "/fairlead/principals/" + ID + "/keys/AKIAIOSFODNN7EXAMPLE",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "principals",
                    "POST",
                    "/fairlead/principals/" + ID + "/certificates",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "principals",
                    "POST",
                    "/fairlead/principals/" + ID + "/certificateNames",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "principals",
                    "PUT",
                    "/fairlead/principals/" + ID + "/tenantAdministrator",
                    "Fairlead.Identity/tenantAdministrators/write"),
            new Route("approvals", "GET", "/fairlead/approvals", "known"),
            new Route("approvals", "GET", "/fairlead/approvals/APR-000000000000", "known"),
            new Route("approvals", "POST", "/fairlead/approvals/APR-000000000000/approve", "known"),
            new Route("approvals", "POST", "/fairlead/approvals/APR-000000000000/deny", "known"),
            new Route("approvals", "POST", "/fairlead/approvals/APR-000000000000/override", "known"),
            new Route("device", "GET", "/fairlead/device/BCDF-GHJK", "known"),
            new Route("device", "POST", "/fairlead/device/BCDF-GHJK", "known"),
            new Route("device", "GET", "/device", "open"),
            new Route("signin", "GET", "/fairlead/signin", "open"),
            new Route("device", "POST", "/adfs/oauth2/devicecode", "open"),
            // -- the directory as Azure's tools read it ---------------------------------------------------------------
            new Route("graph", "GET", "/v1.0/me", "known"),
            new Route("graph", "GET", "/v1.0/users", "known"),
            new Route("graph", "GET", "/v1.0/groups", "known"),
            new Route("graph", "GET", "/v1.0/servicePrincipals", "known"),
            new Route("graph", "GET", "/v1.0/applications", "known"),
            new Route("graph", "GET", "/v1.0/applications/" + ID, "known"),
            new Route("graph", "POST", "/v1.0/directoryObjects/getByIds", "known"),
            new Route("graph", "POST", "/v1.0/applications", "Fairlead.Identity/principals/write"),
            new Route("graph", "POST", "/v1.0/servicePrincipals", "Fairlead.Identity/principals/write"),
            new Route("graph", "POST", "/v1.0/groups", "Fairlead.Identity/principals/write"),
            new Route("graph", "PATCH", "/v1.0/applications/" + ID, "Fairlead.Identity/principals/credentials/write"),
            new Route("graph", "DELETE", "/v1.0/applications/" + ID, "Fairlead.Identity/principals/delete"),
            new Route(
                    "graph",
                    "POST",
                    "/v1.0/applications/" + ID + "/addPassword",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "graph",
                    "POST",
                    "/v1.0/applications/" + ID + "/removePassword",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route(
                    "graph",
                    "POST",
                    "/v1.0/applications/" + ID + "/federatedIdentityCredentials",
                    "Fairlead.Identity/principals/credentials/write"),
            new Route("graph", "POST", "/v1.0/groups/" + ID + "/members/$ref", "Fairlead.Identity/principals/write"),
            new Route("IDENTITIES", "GET", "/fairlead/access/decisions/" + ID, "known"),
            new Route("access", "POST", "/fairlead/access/check", "known"),
            new Route("whoami", "GET", "/fairlead/whoami", "known"),
            // -- beside
            // ---------------------------------------------------------------------------------------------------
            new Route("openapi", "GET", "/openapi.json", "known"),
            new Route("metrics", "GET", "/metrics", "Fairlead.Control/metrics/read"),
            new Route("livez", "GET", "/livez", "open"),
            new Route("livez", "GET", "/livez?verbose", "Fairlead.Control/health/read"),
            new Route("metadata", "GET", "/metadata/endpoints?api-version=2022-09-01", "open"),
            new Route("tenants", "GET", "/tenants" + V, "known"),
            new Route("readyz", "GET", "/readyz", "open"),
            new Route("discovery", "GET", "/adfs/.well-known/openid-configuration", "open"),
            new Route("token", "POST", "/adfs/oauth2/token", "open"),
            new Route("keys", "GET", "/adfs/discovery/keys", "open"));

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn nobody;
    private SignedIn administrator;
    private SignedIn stranger;
    private SignedIn reader;

    @BeforeAll
    void start() {
        plane = Plane.withKeys(folder, Duration.ofSeconds(1), "--require-sign-in");
        nobody = SignedIn.nobody(plane);
        administrator = SignedIn.administrator(plane, folder);
        administrator.put(T + V, "{\"location\": \"local\", \"properties\": {\"Size\": 3}}");
        stranger = administrator.makes("stranger");
        reader = administrator.makes("reader");
        administrator.gives(reader.id(), BuiltInRoles.READER.id().toString(), S);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void everyKindOfAddressIsInTheTable() {
        Set<String> kinds = ROUTES.stream().map(Route::kind).collect(Collectors.toSet());
        List<String> all = new ArrayList<>();
        Arrays.stream(Address.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .forEach(all::add);
        Stream.of(AdminSection.values()).map(Enum::name).forEach(all::add);
        assertThat(kinds).containsAll(all);
    }

    /// What is added to these has to be added here, with a reason that convinces.
    @Test
    void noOtherAddressesAreOpen() {
        assertThat(ROUTES.stream()
                        .filter(route -> route.action.equals("open"))
                        .map(route -> route.method + " " + route.path.replaceAll("\\?.*", "")))
                .containsExactlyInAnyOrder(
                        "GET /fairlead/health",
                        "GET /livez",
                        "GET /readyz",
                        "GET /metadata/endpoints",
                        "GET /adfs/.well-known/openid-configuration",
                        "GET /adfs/discovery/keys",
                        "POST /adfs/oauth2/token",
                        "POST /adfs/oauth2/devicecode",
                        "GET /fairlead/signin",
                        "GET /device");
    }

    @ParameterizedTest
    @FieldSource("ROUTES")
    void whoHasNotSignedInIsAskedTo(Route route) {
        Answer answer = nobody.send(route.method, route.path, body(route));
        if (route.action.equals("open")) {
            assertThat(answer.status()).isNotIn(401, 403);
        } else {
            assertThat(answer.status()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @FieldSource("ROUTES")
    void whoHasNoRoleLearnsNothing(Route route) {
        Answer answer = stranger.send(route.method, route.path, body(route));
        if (Set.of("open", "known").contains(route.action)) {
            assertThat(answer.status()).isNotIn(401, 403);
            assertThat(answer.response().body()).doesNotContain("things/one").doesNotContain("resourceGroups/default");
        } else {
            assertThat(answer.status()).isIn(403, 404);
            if (!route.method.equals("HEAD")) {
                assertThat(answer.code()).isIn("AuthorizationFailed", "SubscriptionNotFound");
            }
        }
    }

    @ParameterizedTest
    @FieldSource("ROUTES")
    void aReaderReadsAndIsToldWhichActionItLacks(Route route) {
        Answer answer = reader.send(route.method, route.path, body(route));
        if (Set.of("open", "known", "read").contains(route.action)) {
            assertThat(answer.status()).isNotIn(401, 403, 500);
        } else {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.json().at("/error/message").asString())
                    .contains(" perform action '" + route.action + "' ");
        }
    }

    /// What is no data of others': those no owner gets by being one.
    static final List<Route> HARMLESS = ROUTES.stream()
            .filter(route -> !route.method.equals("DELETE")
                    && !Set.of("Secrets", "TARGETS").contains(route.kind)
                    && !route.kind.equals("Move")
                    && !(route.kind.equals("OneSubscription") && route.method.equals("PUT")))
            .toList();

    @ParameterizedTest
    @FieldSource("HARMLESS")
    void anOwnerOfEverythingIsRefusedNothing(Route route) {
        Answer answer = administrator.send(route.method, route.path, body(route));
        assertThat(answer.status()).isNotIn(401, 403, 500);
    }

    private static String body(Route route) {
        return Set.of("PUT", "PATCH", "POST").contains(route.method.toUpperCase(Locale.ROOT)) ? "{}" : "";
    }
}
