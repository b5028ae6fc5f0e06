package fairlead.armtemplate;

import fairlead.armtemplate.function.Arguments;
import fairlead.armtemplate.function.Dates;
import fairlead.armtemplate.function.ResourceIds;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.armtemplate.scope.DeploymentScope.Group;
import fairlead.armtemplate.scope.DeploymentScope.ManagementGroup;
import fairlead.armtemplate.scope.DeploymentScope.Subscription;
import fairlead.stack.document.EvaluationException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The functions that depend on where and when a template is deployed.
final class Facts {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Compilation compilation;
    private final Surroundings surroundings;
    private final Map<String, Integer> made = new HashMap<>();
    private @Nullable JsonNode deployment;

    Facts(Compilation compilation) {
        this.compilation = compilation;
        this.surroundings = compilation.inputs().surroundings();
    }

    /// @return empty if there is no such function
    Optional<JsonNode> find(Arguments a) {
        return Optional.ofNullable(
                switch (a.function().toLowerCase(Locale.ROOT)) {
                    case "resourceid" -> id(resourceId(a));
                    case "subscriptionresourceid" -> id(subscriptionResourceId(a));
                    case "tenantresourceid" -> id(ResourceIds.id(a, "", ResourceIds.typeAt(a, 0)));
                    case "managementgroupresourceid" -> id(managementGroupResourceId(a));
                    case "extensionresourceid" -> id(extensionResourceId(a));
                    case "utcnow" -> Dates.shown(compilation.inputs().now(), a.expect(0, 1));
                    case "newguid" -> newGuid(a.expect(0, 0));
                    case "resourcegroup" -> resourceGroup(a.expect(0, 0));
                    case "subscription" -> subscription(a.expect(0, 0));
                    case "tenant" -> none(a, tenant());
                    case "managementgroup" -> managementGroup(a.expect(0, 0));
                    case "deployment" -> none(a, deployment());
                    case "environment" -> none(a, Environment.of(surroundings));
                    case "deployer" -> none(a, surroundings.deployer());
                    case "providers" -> providers(a.expect(1, 2));
                    case "pickzones" -> zones(a.expect(3, 5));
                    default -> null;
                });
    }

    private static JsonNode none(Arguments a, JsonNode value) {
        a.expect(0, 0);
        return value;
    }

    private static JsonNode id(String id) {
        return Values.text(id);
    }

    private String resourceId(Arguments a) {
        int type = ResourceIds.typeAt(a.expect(2, Integer.MAX_VALUE), 0);
        String prefix = switch (type) {
            case 0 -> surroundings.scope().id();
            case 1 -> oneBefore(a);
            case 2 -> "/subscriptions/" + a.text(0) + "/resourceGroups/" + a.text(1);
            default -> throw a.fault("expected at most a subscription and a resource group before the type");
        };
        return ResourceIds.id(a, prefix, type);
    }

    /// The resource group, or for a deployment to a subscription the subscription.
    private String oneBefore(Arguments a) {
        return switch (surroundings.scope()) {
            case Group(var subscription, var _) -> "/subscriptions/" + subscription + "/resourceGroups/" + a.text(0);
            case Subscription(var subscription) ->
                isUuid(a.text(0))
                        ? "/subscriptions/" + a.text(0)
                        : "/subscriptions/" + subscription + "/resourceGroups/" + a.text(0);
            case ManagementGroup _, DeploymentScope.Tenant _ -> "/subscriptions/" + a.text(0);
        };
    }

    private static boolean isUuid(String text) {
        return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }

    private String subscriptionResourceId(Arguments a) {
        int type = ResourceIds.typeAt(a.expect(2, Integer.MAX_VALUE), 0);
        if (type > 1) {
            throw a.fault("expected at most a subscription before the type");
        }
        return ResourceIds.id(a, "/subscriptions/" + (type == 1 ? a.text(0) : subscriptionId(a)), type);
    }

    private String managementGroupResourceId(Arguments a) {
        int type = ResourceIds.typeAt(a.expect(2, Integer.MAX_VALUE), 0);
        if (type > 1) {
            throw a.fault("expected at most a management group before the type");
        }
        if (type == 0 && !(surroundings.scope() instanceof ManagementGroup)) {
            throw unexpected(a);
        }
        return ResourceIds.id(
                a,
                type == 1
                        ? new ManagementGroup(a.text(0)).id()
                        : surroundings.scope().id(),
                type);
    }

    private static String extensionResourceId(Arguments a) {
        String base = a.expect(3, Integer.MAX_VALUE).text(0);
        return ResourceIds.id(a, base.endsWith("/") ? base.substring(0, base.length() - 1) : base, 1);
    }

    private static EvaluationException unexpected(Arguments a) {
        return new EvaluationException("The template function '" + a.function()
                + "' is not expected at this location. Please see https://aka.ms/arm-functions for usage details.");
    }

    private String subscriptionId(Arguments a) {
        return switch (surroundings.scope()) {
            case Group(var subscription, var _) -> subscription;
            case Subscription(var subscription) -> subscription;
            case ManagementGroup _, DeploymentScope.Tenant _ -> throw unexpected(a);
        };
    }

    /// The same for the same call in the default of the same parameter, from the same seed.
    private JsonNode newGuid(Arguments a) {
        String place = compilation.parameters().current().orElseThrow(() -> unexpected(a));
        int turn = made.merge(place, 1, Integer::sum);
        String text = compilation.inputs().seed() + "/" + place + "/" + turn;
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer bytes = ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
            long high = (bytes.getLong() & ~0xF000L) | 0x4000L;
            long low = (bytes.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
            return Values.text(new UUID(high, low).toString());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode resourceGroup(Arguments a) {
        if (!(surroundings.scope() instanceof Group(var subscription, var name))) {
            throw unexpected(a);
        }
        Groups.Facts facts = surroundings
                .groups()
                .find(subscription, name)
                .orElseThrow(() -> new EvaluationException("Resource group '" + name + "' could not be found."));
        ObjectNode tags = NODES.objectNode();
        new TreeMap<>(facts.tags()).forEach(tags::put);
        ObjectNode made = NODES.objectNode();
        made.put("id", surroundings.scope().id());
        made.put("name", name);
        made.put("type", "Microsoft.Resources/resourceGroups");
        made.put("location", facts.location());
        made.set("tags", tags);
        facts.managedBy().ifPresent(manager -> made.put("managedBy", manager));
        made.putObject("properties").put("provisioningState", "Succeeded");
        return made;
    }

    private JsonNode subscription(Arguments a) {
        String subscription = subscriptionId(a);
        return NODES.objectNode()
                .put("id", "/subscriptions/" + subscription)
                .put("subscriptionId", subscription)
                .put("tenantId", surroundings.tenantId())
                .put("displayName", subscription);
    }

    private JsonNode tenant() {
        return NODES.objectNode()
                .put("id", "/tenants/" + surroundings.tenantId())
                .put("tenantId", surroundings.tenantId())
                .put("displayName", surroundings.tenantId());
    }

    private JsonNode managementGroup(Arguments a) {
        if (!(surroundings.scope() instanceof ManagementGroup(var name))) {
            throw unexpected(a);
        }
        ObjectNode made = NODES.objectNode();
        made.put("id", surroundings.scope().id());
        made.put("name", name);
        made.put("type", "/providers/Microsoft.Management/managementGroups");
        made.putObject("properties").put("tenantId", surroundings.tenantId()).put("displayName", name);
        return made;
    }

    private synchronized JsonNode deployment() {
        if (deployment == null) {
            deployment = newDeployment();
        }
        return deployment;
    }

    private JsonNode newDeployment() {
        ObjectNode made = NODES.objectNode();
        made.put("name", surroundings.deployment());
        surroundings.location().ifPresent(location -> made.put("location", location));
        ObjectNode properties = made.putObject("properties");
        surroundings.templateLink().ifPresent(link -> properties.set("templateLink", link));
        properties.set("template", compilation.template().json());
        properties.put("templateHash", compilation.template().hash());
        ObjectNode parameters = properties.putObject("parameters");
        compilation.inputs().parameters().forEach((name, given) -> {
            if (given instanceof Inputs.Given.Value(var value, var secret) && !secret && !compilation.secure(name)) {
                parameters.putObject(name).set("value", value);
            }
        });
        properties.put("mode", surroundings.mode());
        properties.put("provisioningState", "Accepted");
        return made;
    }

    private JsonNode providers(Arguments a) {
        String namespace = a.text(0);
        List<String> types = a.has(1)
                ? List.of(namespace + "/" + a.text(1))
                : compilation.inputs().types().in(namespace);
        ArrayNode shown = NODES.arrayNode();
        for (String type : types) {
            Types.Known known = compilation
                    .inputs()
                    .types()
                    .find(type)
                    .orElseThrow(() -> a.fault("there is no resource type '" + type + "'"));
            ObjectNode one = NODES.objectNode().put("resourceType", type.substring(namespace.length() + 1));
            one.putArray("locations");
            ArrayNode versions = one.putArray("apiVersions");
            known.versions().forEach(versions::add);
            shown.add(one);
        }
        if (a.has(1)) {
            return shown.get(0);
        }
        return NODES.objectNode().put("namespace", namespace).set("resourceTypes", shown);
    }

    /// No location has zones here.
    private static JsonNode zones(Arguments a) {
        a.text(0);
        a.text(1);
        a.text(2);
        return NODES.arrayNode();
    }
}
