package fairlead.document.openapi;

import fairlead.schema.PropertyPath;
import fairlead.schema.text.PointerSteps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The components of one type: its definitions, its properties in each of their roles, and the envelopes of the
/// properties.
final class TypeSchemas {

    /// What follows from the name of a SKU.
    private static final List<String> FIXED = List.of("tier", "size", "family");

    private static final String SCHEMAS = "#/components/schemas/";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ApiType type;
    private final String name;
    private final Dialect dialect;
    private final Map<String, JsonNode> definitions;
    private final MergePatch patch;
    private final Map<String, JsonNode> beside = new LinkedHashMap<>();

    TypeSchemas(ApiType type) {
        this.type = type;
        this.name = type.component();
        this.dialect = new Dialect(type.schema(), name, type.addressed(), type.nameable());
        this.definitions = dialect.definitions();
        this.patch = new MergePatch(definitions);
    }

    Map<String, JsonNode> all() {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        ObjectNode properties = dialect.properties();
        ObjectNode members = members(properties);
        type.envelope().forEach((member, property) -> beside.put(member, members.remove(property)));
        String[] answered = type.recorded()
                ? new String[] {"id", "name", "type", "location", "properties"}
                : new String[] {"id", "name", "type", "properties"};
        all.put(name, envelope(name + ".State", answered).put("x-ms-azure-resource", true));
        all.put(name + ".Input", input(isAskedFor(properties)));
        all.put(name + ".Changes", changedEnvelope());
        all.put(name + ".List", list());
        all.put(name + ".State", state(members));
        all.put(name + ".PropertyChanges", changes(properties, members));
        members.putIfAbsent("provisioningState", reference("ProvisioningState"));
        type.children().forEach(child -> members.set(child.list(), children(child)));
        all.put(name + ".Properties", properties);
        all.putAll(definitions);
        for (ApiType.Action action : type.actions()) {
            action.input().ifPresent(schema -> add(all, action.component(type, "Input"), schema));
            action.output().ifPresent(schema -> {
                JsonNode output = add(all, action.component(type, "Output"), schema);
                if (action.showsSecrets()) {
                    secret(output);
                }
            });
        }
        return all;
    }

    /// Whether a PUT without properties is refused, since some are required in any case or in each of several cases.
    private static boolean isAskedFor(ObjectNode properties) {
        return Stream.of("required", "anyOf", "oneOf").anyMatch(properties::has);
    }

    private static void secret(JsonNode output) {
        output.path("properties").forEachEntry((name, property) -> {
            if (property instanceof ObjectNode text
                    && text.path("type").asString("").equals("string")
                    && !text.has("format")) {
                text.put("x-ms-secret", true);
            }
        });
    }

    private static JsonNode add(Map<String, JsonNode> all, String component, ObjectNode schema) {
        Dialect own = new Dialect(schema, component);
        JsonNode whole = own.whole();
        all.put(component, whole);
        all.putAll(own.definitions());
        return whole;
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
        if (type.recorded()) {
            ObjectNode location = fields.putObject("location").put("type", "string");
            location.putArray("x-ms-mutability").add("create").add("read");
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

    /// What a PUT takes, and nothing else.
    ///
    /// @param withProperties whether the properties have to be given
    private ObjectNode input(boolean withProperties) {
        ObjectNode envelope = asked(name + ".Properties");
        ArrayNode required = NODES.arrayNode();
        if (type.recorded() && !type.nested()) {
            required.add("location");
        }
        if (withProperties) {
            required.add("properties");
        }
        if (!required.isEmpty()) {
            envelope.set("required", required);
        }
        if (type.recorded() && !type.locations().isEmpty()) {
            ArrayNode known = envelope.withObjectProperty("properties")
                    .withObjectProperty("location")
                    .putArray("enum");
            type.locations().forEach(known::add);
        }
        return envelope;
    }

    private ObjectNode asked(String properties) {
        ObjectNode envelope = envelope(properties).put("additionalProperties", false);
        ObjectNode fields = envelope.withObjectProperty("properties");
        fields.putObject("etag").put("type", "string").put("readOnly", true);
        if (type.recorded()) {
            fields.set("tags", reference("Tags.Input"));
        }
        if (!type.skus().isEmpty() && fields.get("sku") instanceof ObjectNode sku) {
            sku.put("additionalProperties", false).putArray("required").add("name");
            for (String field : FIXED) {
                sku.withObjectProperty("properties").withObjectProperty(field).put("readOnly", true);
            }
            sku.set("oneOf", capacities());
        }
        type.schema().tagging().property().ifPresent(tags -> once(tags, envelope));
        return envelope;
    }

    /// The tags of the envelope are the tags among the properties: a caller gives them in one of the two places.
    private static void once(PropertyPath property, ObjectNode envelope) {
        List<String> steps = property.steps();
        if (steps.size() > 1) {
            return;
        }
        ObjectNode both = envelope.putObject("not");
        both.putArray("required").add("tags").add("properties");
        both.putObject("properties")
                .putObject("properties")
                .putArray("required")
                .add(steps.getFirst());
    }

    /// Any part of what is in the envelope can be changed by itself.
    private ObjectNode changedEnvelope() {
        ObjectNode envelope = asked(name + ".PropertyChanges");
        if (!type.skus().isEmpty() && envelope.withObjectProperty("properties").get("sku") instanceof ObjectNode sku) {
            // Which SKU the resource has is known to the server alone.
            sku.remove(List.of("required", "oneOf"));
            sku.withObjectProperty("properties").set("capacity", anyCapacity());
        }
        if (envelope.withObjectProperty("properties").get("location") instanceof ObjectNode location) {
            location.put("readOnly", true).remove("x-ms-mutability");
        }
        beside.forEach((member, schema) -> envelope.withObjectProperty("properties")
                .set(member, patch.change(schema, schema.asObject().deepCopy(), false)));
        return envelope;
    }

    private ObjectNode sku() {
        ObjectNode sku = NODES.objectNode().put("type", "object");
        ObjectNode fields = sku.putObject("properties");
        ObjectNode names = fields.putObject("name").put("type", "string");
        ArrayNode known = names.putArray("enum");
        type.skus().forEach(each -> known.add(each.name()));
        for (String field : FIXED) {
            fields.putObject(field).put("type", "string");
        }
        fields.putObject("capacity").put("type", "integer").put("minimum", 0);
        return sku;
    }

    /// Which capacity goes with which SKU.
    private ArrayNode capacities() {
        ArrayNode choices = NODES.arrayNode();
        for (ApiType.Sku sku : type.skus()) {
            ObjectNode fields = choices.addObject().putObject("properties");
            fields.putObject("name").put("const", sku.name());
            sku.capacity()
                    .ifPresentOrElse(
                            range -> fields.putObject("capacity")
                                    .put("minimum", range.least())
                                    .put("maximum", range.greatest()),
                            () -> fields.put("capacity", false));
        }
        return choices;
    }

    /// What a resource of some SKU can have.
    private ObjectNode anyCapacity() {
        List<ApiType.Range> ranges =
                type.skus().stream().flatMap(sku -> sku.capacity().stream()).toList();
        ObjectNode capacity = NODES.objectNode().put("type", "integer");
        ranges.stream().mapToInt(ApiType.Range::least).min().ifPresent(least -> capacity.put("minimum", least));
        ranges.stream()
                .mapToInt(ApiType.Range::greatest)
                .max()
                .ifPresent(greatest -> capacity.put("maximum", greatest));
        return capacity;
    }

    /// What is put together with a resource.
    private static ObjectNode children(ApiType.Child child) {
        ObjectNode list = NODES.objectNode().put("type", "array");
        ObjectNode item = list.putObject("items").put("type", "object");
        ArrayNode required =
                item.put("additionalProperties", false).putArray("required").add("name");
        ApiType type = child.type();
        if (isAskedFor(new Dialect(type.schema(), type.component(), type.addressed(), type.nameable()).properties())) {
            required.add("properties");
        }
        ObjectNode fields = item.putObject("properties");
        fields.set("name", type.nameOf(type.types().size() - 1));
        fields.set("properties", reference(type.component() + ".Properties"));
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
    private ObjectNode changes(ObjectNode properties, ObjectNode members) {
        ObjectNode changes = NODES.objectNode().put("type", "object");
        changes.put("description", "What is given is changed, null takes away (RFC 7396).");
        properties
                .optional("additionalProperties")
                .filter(JsonNode::isBoolean)
                .ifPresent(more -> changes.set("additionalProperties", more.deepCopy()));
        Set<String> required = properties
                .path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .collect(Collectors.toSet());
        ObjectNode known = changes.putObject("properties");
        members.forEachEntry((member, schema) -> {
            if (dialect.isChangeable(member)) {
                ObjectNode whole = reference(name + ".Properties/properties/" + pointer(member));
                known.set(member, patch.change(schema, whole, required.contains(member)));
            }
        });
        known.set("provisioningState", reference("ProvisioningState"));
        return changes;
    }

    private static String pointer(String step) {
        return PointerSteps.escape(step).replace("%", "%25").replace(" ", "%20");
    }
}
