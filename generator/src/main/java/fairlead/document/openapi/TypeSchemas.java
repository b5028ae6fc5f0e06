package fairlead.document.openapi;

import fairlead.schema.text.PointerSteps;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The components of one type: its definitions, its properties in each of their roles, and the envelopes of the
/// properties.
final class TypeSchemas {

    private static final String SCHEMAS = "#/components/schemas/";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ApiType type;
    private final String name;
    private final Dialect dialect;
    private final Map<String, JsonNode> beside = new LinkedHashMap<>();

    TypeSchemas(ApiType type) {
        this.type = type;
        this.name = type.component();
        this.dialect = new Dialect(type.schema(), name);
    }

    Map<String, JsonNode> all() {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        ObjectNode properties = dialect.properties();
        ObjectNode members = members(properties);
        type.envelope().forEach((member, property) -> beside.put(member, members.remove(property)));
        String[] answered = type.recorded()
                ? new String[] {"id", "name", "type", "location", "properties"}
                : new String[] {"id", "name", "type", "properties"};
        all.put(name, envelope(name + ".State", answered));
        all.put(name + ".Input", envelope(name + ".Properties"));
        all.put(name + ".Changes", changedEnvelope());
        all.put(name + ".List", list());
        all.put(name + ".State", state(members));
        all.put(name + ".PropertyChanges", changes(members));
        members.putIfAbsent("provisioningState", reference("ProvisioningState"));
        type.children().forEach(child -> members.set(child.list(), children(child)));
        all.put(name + ".Properties", properties);
        all.putAll(dialect.definitions());
        for (ApiType.Action action : type.actions()) {
            action.input().ifPresent(schema -> add(all, action.component(type, "Input"), schema));
            action.output().ifPresent(schema -> add(all, action.component(type, "Output"), schema));
        }
        return all;
    }

    private static void add(Map<String, JsonNode> all, String component, ObjectNode schema) {
        Dialect own = new Dialect(schema, component);
        all.put(component, own.whole());
        all.putAll(own.definitions());
    }

    private static ObjectNode members(ObjectNode properties) {
        return properties.get("properties") instanceof ObjectNode members
                ? members
                : properties.putObject("properties");
    }

    static ObjectNode reference(String component) {
        return NODES.objectNode().put("$ref", SCHEMAS + component);
    }

    private ObjectNode envelope(String properties, String... required) {
        ObjectNode envelope = NODES.objectNode().put("type", "object");
        for (String field : required) {
            envelope.withArray("required").add(field);
        }
        ObjectNode fields = envelope.putObject("properties");
        for (String field : new String[] {"id", "name", "type"}) {
            fields.putObject(field).put("type", "string").put("readOnly", true);
        }
        fields.putObject("location").put("type", "string");
        if (type.recorded()) {
            fields.set("tags", reference("Tags"));
        }
        fields.set("systemData", reference("SystemData"));
        if (!type.skus().isEmpty()) {
            fields.set("sku", sku());
        }
        beside.forEach((member, schema) -> fields.set(member, schema.deepCopy()));
        fields.set("properties", reference(properties));
        return envelope;
    }

    /// Any part of what is in the envelope can be changed by itself.
    private ObjectNode changedEnvelope() {
        ObjectNode envelope = envelope(name + ".PropertyChanges");
        beside.keySet()
                .forEach(member -> envelope.withObjectProperty("properties").set(member, NODES.objectNode()));
        return envelope;
    }

    private ObjectNode sku() {
        ObjectNode sku = NODES.objectNode().put("type", "object");
        ObjectNode fields = sku.putObject("properties");
        ObjectNode names = fields.putObject("name").put("type", "string");
        type.skus().forEach(names.putArray("enum")::add);
        for (String field : new String[] {"tier", "size", "family"}) {
            fields.putObject(field).put("type", "string");
        }
        fields.putObject("capacity").put("type", "integer").put("minimum", 0);
        return sku;
    }

    /// What is put together with a resource.
    private static ObjectNode children(ApiType.Child child) {
        ObjectNode list = NODES.objectNode().put("type", "array");
        ObjectNode item = list.putObject("items").put("type", "object");
        item.put("additionalProperties", false).putArray("required").add("name");
        ObjectNode fields = item.putObject("properties");
        fields.putObject("name").put("type", "string");
        fields.set("properties", reference(ApiType.component(child.type()) + ".Properties"));
        return list;
    }

    private ObjectNode list() {
        ObjectNode list = NODES.objectNode().put("type", "object");
        list.putArray("required").add("value");
        ObjectNode fields = list.putObject("properties");
        fields.putObject("value").put("type", "array").set("items", reference(name));
        fields.putObject("nextLink").put("type", "string").put("format", "uri");
        return list;
    }

    /// The properties of a resource that is there. A handler may leave out what it does not know.
    private ObjectNode state(ObjectNode members) {
        ObjectNode state = NODES.objectNode().put("type", "object");
        state.put("description", "The properties of a " + type.schema().typeName() + " that is there.");
        ObjectNode shown = state.putObject("properties");
        shown.set("provisioningState", reference("ProvisioningState"));
        members.propertyNames().forEach(member -> {
            if (!dialect.isWriteOnly(member)) {
                shown.set(member, reference(name + ".Properties/properties/" + pointer(member)));
            }
        });
        return state;
    }

    /// A merge patch: any property, whole or in part, or null to take it away.
    private ObjectNode changes(ObjectNode members) {
        ObjectNode changes = NODES.objectNode().put("type", "object");
        changes.put("description", "What is given is changed, null takes away (RFC 7396).");
        ObjectNode known = changes.putObject("properties");
        members.forEachEntry((member, schema) -> {
            ObjectNode change = known.putObject(member);
            schema.optional("description").ifPresent(text -> change.set("description", text.deepCopy()));
        });
        known.set("provisioningState", reference("ProvisioningState"));
        return changes;
    }

    private static String pointer(String step) {
        return PointerSteps.escape(step).replace("%", "%25").replace(" ", "%20");
    }
}
