package fairlead.server.arm;

import static fairlead.server.problem.ProblemCode.INVALID_RESOURCE_NAME;

import fairlead.handler.ErrorCode;
import fairlead.schema.HandlerKind;
import fairlead.server.access.Plane;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Names;
import fairlead.server.arm.address.ServerActions;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Code;
import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.NameFindings;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.scope.Scopes;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Action;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.Sku;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The types that are served, as resource providers. A subscription has those that are offered to it; what names no
/// subscription tells of those that are offered to all.
final class ProviderRoutes {

    private static final Code TAKEN = Code.of(ErrorCode.ALREADY_EXISTS);

    private final AccountTypes types;
    private final Scopes scopes;
    private final Inventory inventory;
    private final ApiVersions versions;

    ProviderRoutes(AccountTypes types, Scopes scopes, Inventory inventory, ApiVersions versions) {
        this.versions = versions;
        this.types = types;
        this.scopes = scopes;
        this.inventory = inventory;
    }

    Response answer(Request request, Address.Providers address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        String subscription = scopes.subscription(address.subscription()).id();
        Map<String, List<RegisteredType>> byNamespace = types.of(subscription).all().stream()
                .collect(Collectors.groupingBy(
                        type -> type.current().armType().namespace(), TreeMap::new, Collectors.toList()));
        ListJson list = new ListJson();
        byNamespace.forEach((namespace, inIt) -> list.add(json(subscription, namespace, inIt)));
        return list.end(Optional.empty());
    }

    Response answer(Request request, Address.OneProvider address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        return one(address.subscription(), address.namespace());
    }

    /// Registering changes nothing: every provider is registered already. Unregistering is not possible.
    Response answer(Request request, Address.ProviderAction address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        return one(address.subscription(), address.namespace());
    }

    /// What can be done with the types of a namespace, in the words that permissions are written with.
    Response answer(Request request, Address.ProviderOperations address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        String namespace = address.namespace();
        ListJson list = new ListJson();
        if (ServerActions.of(namespace).isEmpty()) {
            list.add(registering(namespace));
        }
        ServerActions.of(namespace)
                .forEach((type, verbs) -> verbs.forEach(verb -> list.add(onServer(namespace, type, verb))));
        in(types.ofNoAccount(), namespace)
                .forEach(type -> operations(type.current()).forEach(list::add));
        return list.end(Optional.empty());
    }

    /// The same, by type.
    Response answer(Request request, Address.ProviderOperationsMetadata address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        if (address.namespace().isPresent()) {
            return Answers.json(200, metadata(address.namespace().get()));
        }
        ListJson list = new ListJson();
        Stream.concat(
                        ServerActions.namespaces().stream(),
                        types.ofNoAccount().all().stream()
                                .map(type -> type.current().armType().namespace()))
                .distinct()
                .sorted()
                .forEach(namespace -> list.add(metadata(namespace)));
        return list.end(Optional.empty());
    }

    private ObjectNode metadata(String namespace) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", "/providers/Microsoft.Authorization/providerOperations/" + namespace);
        json.put("name", namespace);
        json.put("type", "Microsoft.Authorization/providerOperations");
        json.put("displayName", namespace);
        ArrayNode byType = json.putArray("resourceTypes");
        in(types.ofNoAccount(), namespace).forEach(type -> {
            ArmType armType = type.current().armType();
            String name = String.join("/", armType.types());
            ArrayNode all = byType.addObject()
                    .put("name", name)
                    .put("displayName", name)
                    .putArray("operations");
            operations(type.current()).forEach(operation -> all.add(flat(operation)));
        });
        ServerActions.of(namespace).forEach((type, verbs) -> {
            ArrayNode all = byType.addObject()
                    .put("name", type)
                    .put("displayName", type)
                    .putArray("operations");
            verbs.forEach(verb -> all.add(flat(onServer(namespace, type, verb))));
        });
        ArrayNode own = json.putArray("operations");
        if (ServerActions.of(namespace).isEmpty()) {
            own.add(flat(registering(namespace)));
        }
        return json;
    }

    private static ObjectNode onServer(String namespace, String type, String verb) {
        String words = switch (verb) {
            case "read" -> "Shows and lists";
            case "write" -> "Creates and changes";
            case "delete" -> "Deletes";
            default -> "Carries out " + verb.replace("/action", "") + " on";
        };
        return operation(namespace, type, type, verb, words);
    }

    private static ObjectNode flat(ObjectNode operation) {
        ObjectNode flat = operation.deepCopy();
        flat.remove("display");
        flat.set("displayName", operation.at("/display/operation"));
        flat.set("description", operation.at("/display/description"));
        return flat;
    }

    private static List<RegisteredType> in(OfferedTypes offered, String namespace) {
        return offered.all().stream()
                .filter(type -> type.current().armType().namespace().equals(namespace))
                .toList();
    }

    /// The SKUs that new resources could have, by the `$filter` in this location, with these features and this offer.
    Response answer(Request request, Address.NewSkus address, String apiVersion) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        scopes.subscription(address.subscription());
        Predicate<Sku> filter = Filters.ofSkus(request.query("$filter"));
        List<String> offered = scopes.locations().offered();
        ListJson list = new ListJson();
        for (TypeVersion type : versions(address, apiVersion)) {
            type.registration().skus().stream().filter(filter).forEach(sku -> list.add(SkuJson.of(type, sku, offered)));
        }
        return list.end(Optional.empty());
    }

    /// The types that are asked about, each in the version that is asked for, or in its default if it has no such.
    private List<TypeVersion> versions(Address.NewSkus address, String apiVersion) {
        if (address.type().isPresent()) {
            return List.of(versions.require(address.type().get(), apiVersion));
        }
        return in(types.of(address.subscription()), address.namespace()).stream()
                .map(type -> type.withApiVersion(apiVersion).orElseGet(type::current))
                .toList();
    }

    private static ObjectNode registering(String namespace) {
        return operation(namespace, namespace, "register", "action", "Registers the subscription");
    }

    private static List<ObjectNode> operations(TypeVersion type) {
        String namespace = type.armType().namespace();
        String resource = String.join("/", type.armType().types());
        List<ObjectNode> operations = new ArrayList<>();
        Registration registration = type.registration();
        operations.add(onPlane(
                operation(namespace, resource, resource, "read", "Shows and lists"),
                registration.plane(HandlerKind.READ)));
        operations.add(onPlane(
                operation(namespace, resource, resource, "write", "Creates and changes"),
                registration.plane(HandlerKind.UPDATE)));
        operations.add(onPlane(
                operation(namespace, resource, resource, "delete", "Deletes"), registration.plane(HandlerKind.DELETE)));
        operations.add(operation(namespace, resource, resource + "/cancel", "action", "Cancels what is under way on"));
        if (SecretReads.givesSecrets(type)) {
            String what = resource + "/" + SecretReads.ACTION;
            operations.add(onPlane(operation(namespace, resource, what, "action", "Gives the secrets of"), Plane.DATA));
        }
        operations.add(operation(namespace, resource, resource + "/detectDrift", "action", "Looks for drift of"));
        type.registration().actions().stream()
                .filter(action -> action.permission() == Action.Permission.ACTION)
                .forEach(action -> operations.add(operation(namespace, resource, action)));
        return operations;
    }

    private static ObjectNode operation(String namespace, String resource, String what, String verb, String words) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", namespace + "/" + what + "/" + verb);
        json.put("isDataAction", false);
        json.putObject("display")
                .put("provider", namespace)
                .put("resource", resource)
                .put("operation", words.split(" ", 2)[0] + " " + resource)
                .put("description", words + " " + resource + ".");
        json.put("origin", "user,system");
        return json;
    }

    private static ObjectNode onPlane(ObjectNode operation, Plane plane) {
        return operation.put("isDataAction", plane == Plane.DATA);
    }

    private static ObjectNode operation(String namespace, String resource, Action action) {
        boolean onResource = action.scope() == Action.Scope.RESOURCE;
        String what = onResource ? resource + "/" + action.name() : action.name();
        ObjectNode json = operation(namespace, resource, what, "action", "Carries out " + action.name() + " on");
        json.withObject("display").put("operation", action.name());
        if (!action.description().isEmpty()) {
            json.withObject("display").put("description", action.description());
        }
        return onPlane(json, action.plane());
    }

    /// Whether a resource of a type can be given a name.
    Response answer(Request request, Address.NameCheck address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        String subscription = scopes.subscription(address.subscription()).id();
        ObjectNode body = request.object(Documents.JSON);
        String name = text(body, "name", "name-check.name");
        RegisteredType type = checked(subscription, address.namespace(), text(body, "type", "name-check.type"));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        Optional<String> invalid = invalid(type, name);
        Optional<String> owner = invalid.isPresent() ? Optional.empty() : inventory.owner(type, subscription, name);
        json.put("nameAvailable", invalid.isEmpty() && owner.isEmpty());
        Language language = request.language();
        invalid.ifPresent(
                message -> json.put("reason", "Invalid").put("message", language.tell(INVALID_RESOURCE_NAME, message)));
        owner.ifPresent(id -> json.put("reason", "AlreadyExists")
                .put("message", language.tell(TAKEN, "The name '" + name + "' is taken, by '" + id + "'.")));
        return Answers.told(request, json);
    }

    private static String text(ObjectNode body, String key, String id) {
        JsonNode value = body.path(key);
        if (!value.isString() || value.stringValue().isEmpty()) {
            String found = value.isString() ? "an empty one" : EnvelopeReader.kind(value);
            throw new ProblemException(Problem.InvalidBody.of(id, "expected a text, found " + found, "/" + key));
        }
        return value.stringValue();
    }

    private RegisteredType checked(String subscription, String namespace, String type) {
        return types.of(subscription)
                .findArmType(type.toLowerCase(Locale.ROOT))
                .filter(found -> found.current().armType().namespace().equals(namespace))
                .orElseThrow(() -> new ProblemException(Problem.InvalidBody.of(
                        "name-check.type", "expected a type of " + namespace + ", found '" + type + "'", "/type")));
    }

    private static Optional<String> invalid(RegisteredType type, String name) {
        try {
            Names.requireNew(name);
        } catch (ProblemException refused) {
            return Optional.of(refused.problem().message());
        }
        return type.current().allowsName(name)
                ? NameFindings.flaw(type.current(), name)
                        .map(flaw -> "The name '" + name + "' is invalid: " + flaw + ".")
                : Optional.of("The name '" + name + "' has to match "
                        + type.current().registration().namePattern() + ".");
    }

    private Response one(String given, String namespace) {
        String subscription = scopes.subscription(given).id();
        return Answers.json(200, json(subscription, namespace, in(types.of(subscription), namespace)));
    }

    private ObjectNode json(String subscription, String namespace, List<RegisteredType> inIt) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", "/subscriptions/" + subscription + "/providers/" + namespace);
        json.put("namespace", namespace);
        json.put("registrationState", "Registered");
        json.put("registrationPolicy", "RegistrationFree");
        ArrayNode resourceTypes = json.putArray("resourceTypes");
        inIt.forEach(type -> describe(type, resourceTypes.addObject()));
        return json;
    }

    private void describe(RegisteredType type, ObjectNode json) {
        json.put("resourceType", String.join("/", type.current().armType().types()));
        ArrayNode locations = json.putArray("locations");
        scopes.locations().offered(type.current().registration().locations()).forEach(locations::add);
        ArrayNode versions = json.putArray("apiVersions");
        type.apiVersions().forEach(versions::add);
        json.put("defaultApiVersion", type.current().apiVersion());
        json.put("capabilities", type.current().recorded() ? "SupportsTags, SupportsLocation" : "None");
    }
}
