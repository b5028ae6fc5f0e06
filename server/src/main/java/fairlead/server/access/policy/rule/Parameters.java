package fairlead.server.access.policy.rule;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The parameters that a definition declares, and the values that they get.
///
/// Implements "Azure Policy definition structure parameters".
public final class Parameters {

    private static final List<String> TYPES =
            List.of("String", "Array", "Object", "Boolean", "Integer", "Float", "DateTime");
    private static final Set<String> MEMBERS = Set.of("type", "metadata", "defaultValue", "allowedValues", "schema");
    private static final int MOST = 20;

    private final Map<String, Declared> declared = new HashMap<>();

    private record Declared(String name, String type, JsonNode defaultValue, JsonNode allowedValues) {}

    private Parameters() {}

    /// By which parameters are found: names are compared without regard to case.
    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// As a definition declares them.
    ///
    /// @param json absent for none
    public static Parameters read(JsonNode json, String pointer, Flaws flaws) {
        Parameters parameters = new Parameters();
        if (Json.isAbsent(json)) {
            return parameters;
        }
        if (!json.isObject()) {
            flaws.add(pointer, "expected an object");
            return parameters;
        }
        if (json.size() > MOST) {
            flaws.add(pointer, "expected at most " + MOST + " parameters, found " + json.size());
        }
        for (String name : json.propertyNames()) {
            parameters.declare(name, json.path(name), pointer + "/" + name, flaws);
        }
        return parameters;
    }

    private void declare(String name, JsonNode json, String pointer, Flaws flaws) {
        String found = json.path("type").asString("");
        String type = TYPES.stream()
                .filter(one -> one.equalsIgnoreCase(found))
                .findFirst()
                .orElse("");
        if (type.isEmpty()) {
            flaws.add(pointer + "/type", "expected one of " + String.join(", ", TYPES) + ", found '" + found + "'");
        }
        for (String member : json.isObject() ? json.propertyNames() : Set.<String>of()) {
            if (!MEMBERS.contains(member)) {
                flaws.add(pointer + "/" + member, "there is no such member of a parameter");
            }
        }
        if (json.has("schema")) {
            flaws.add(pointer + "/schema", "schemas of parameters are not supported");
        }
        JsonNode allowed = json.path("allowedValues");
        if (!Json.isAbsent(allowed) && (!allowed.isArray() || allowed.isEmpty())) {
            flaws.add(pointer + "/allowedValues", "expected a list that is not empty");
        }
        Declared one = new Declared(name, type, json.path("defaultValue"), allowed);
        if (!Json.isAbsent(one.defaultValue)) {
            check(one, one.defaultValue, pointer + "/defaultValue", flaws);
        }
        declared.put(key(name), one);
    }

    /// The values: those that are given, and else the defaults.
    ///
    /// @param given an object of `{"name": {"value": ...}}`, or absent
    public Map<String, JsonNode> values(JsonNode given, String pointer, Flaws flaws) {
        Map<String, JsonNode> values = new HashMap<>();
        if (!Json.isAbsent(given) && !given.isObject()) {
            flaws.add(pointer, "expected an object");
        }
        for (String name : given.isObject() ? given.propertyNames() : Set.<String>of()) {
            Declared one = declared.get(key(name));
            JsonNode value = given.path(name).path("value");
            String place = pointer + "/" + name;
            if (one == null) {
                flaws.add(place, "the definition declares no such parameter");
            } else if (!given.path(name).isObject() || !given.path(name).has("value")) {
                flaws.add(place, "expected an object with a value");
            } else {
                check(one, value, place + "/value", flaws);
                values.put(key(name), value);
            }
        }
        declared.forEach((key, one) -> {
            if (!values.containsKey(key) && Json.isAbsent(one.defaultValue)) {
                flaws.add(pointer, "the parameter '" + one.name + "' has no value and no default");
            }
            values.putIfAbsent(key, one.defaultValue);
        });
        return values;
    }

    /// Values by which a rule can be looked at before it gets real ones.
    public Map<String, JsonNode> samples() {
        Map<String, JsonNode> samples = new HashMap<>();
        declared.forEach((key, one) -> samples.put(key, sample(one)));
        return samples;
    }

    /// Whether there is one of that name.
    public boolean has(String name) {
        return declared.containsKey(key(name));
    }

    private static JsonNode sample(Declared one) {
        if (!Json.isAbsent(one.defaultValue)) {
            return one.defaultValue;
        }
        if (one.allowedValues.isArray() && !one.allowedValues.isEmpty() && !one.type.equals("Array")) {
            return one.allowedValues.get(0);
        }
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (one.type) {
            case "Array" -> json.arrayNode();
            case "Object" -> json.objectNode();
            case "Boolean" -> json.booleanNode(true);
            case "Integer", "Float" -> json.numberNode(0);
            default -> json.stringNode("");
        };
    }

    private static void check(Declared one, JsonNode value, String pointer, Flaws flaws) {
        boolean fits = switch (one.type) {
            case "Array" -> value.isArray();
            case "Object" -> value.isObject();
            case "Boolean" -> value.isBoolean();
            case "Integer" -> value.isIntegralNumber();
            case "Float" -> value.isNumber();
            default -> value.isString();
        };
        if (!fits && !one.type.isEmpty()) {
            flaws.add(pointer, "expected a value of the type " + one.type);
        }
        JsonNode allowed = one.allowedValues;
        if (!allowed.isArray()) {
            return;
        }
        boolean among = value.isArray()
                ? value.valueStream().allMatch(item -> isAmong(allowed, item))
                : isAmong(allowed, value);
        if (!among) {
            flaws.add(pointer, "expected a value of " + allowed);
        }
    }

    private static boolean isAmong(JsonNode allowed, JsonNode value) {
        return allowed.valueStream().anyMatch(one -> Json.same(one, value));
    }
}
