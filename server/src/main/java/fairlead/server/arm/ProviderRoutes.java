package fairlead.server.arm;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.scope.Scopes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Types;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The types that are served, as resource providers. Every subscription has them all.
final class ProviderRoutes {

    private final Types types;
    private final Scopes scopes;

    ProviderRoutes(Types types, Scopes scopes) {
        this.types = types;
        this.scopes = scopes;
    }

    Response answer(Request request, Address.Providers address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        String subscription = scopes.subscription(address.subscription()).id();
        Map<String, List<RegisteredType>> byNamespace = types.all().stream()
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

    private Response one(String given, String namespace) {
        String subscription = scopes.subscription(given).id();
        List<RegisteredType> inIt = types.all().stream()
                .filter(type -> type.current().armType().namespace().equals(namespace))
                .toList();
        return Answers.json(200, json(subscription, namespace, inIt));
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
        scopes.locations().offered().forEach(locations::add);
        ArrayNode versions = json.putArray("apiVersions");
        type.apiVersions().forEach(versions::add);
        json.put("defaultApiVersion", type.current().apiVersion());
        json.put("capabilities", "SupportsTags, SupportsLocation");
    }
}
