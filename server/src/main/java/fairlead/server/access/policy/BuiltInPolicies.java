package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The definitions that ship with the program. Those that Azure has too have its ids and the names of their parameters,
/// so that scripts which assign them by id work.
public final class BuiltInPolicies {

    private static final String FILE = "built-in.json";

    private static final List<PolicyObject> ALL = load();

    private static final Map<String, PolicyObject> BY_KEY =
            ALL.stream().collect(Collectors.toUnmodifiableMap(PolicyObject::key, Function.identity()));

    private BuiltInPolicies() {}

    /// All of them, in the order of the reference.
    public static List<PolicyObject> all() {
        return ALL;
    }

    static Optional<PolicyObject> find(String id) {
        return Optional.ofNullable(BY_KEY.get(PolicyObject.key(id)));
    }

    private static List<PolicyObject> load() {
        try (InputStream stream = Objects.requireNonNull(BuiltInPolicies.class.getResourceAsStream(FILE), FILE)) {
            List<PolicyObject> all = new ArrayList<>();
            for (JsonNode one : JsonMapper.shared().readTree(stream)) {
                all.add(definition(one));
            }
            return List.copyOf(all);
        } catch (IOException failure) {
            throw new IllegalStateException("can't read " + FILE, failure);
        }
    }

    private static PolicyObject definition(JsonNode json) {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.set("displayName", json.path("displayName"));
        properties.put("policyType", "BuiltIn");
        properties.set("mode", json.path("mode"));
        properties.set("description", json.path("description"));
        properties
                .putObject("metadata")
                .put("version", "1.0.0")
                .put("category", json.path("category").asString(""));
        properties.put("version", "1.0.0");
        properties.putArray("versions").add("1.0.0");
        properties.set("parameters", json.path("parameters"));
        properties.set("policyRule", json.path("policyRule"));
        return new PolicyObject(
                PolicyKind.DEFINITION,
                AccessScope.ROOT,
                json.path("name").asString(""),
                properties,
                JsonNodeFactory.instance.objectNode());
    }
}
