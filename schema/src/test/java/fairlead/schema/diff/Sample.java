package fairlead.schema.diff;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A schema made up by chance, and models of it.
///
/// Names and values are few, so that two models often agree in parts.
record Sample(ObjectNode document, ResourceSchema schema, ObjectNode before, ObjectNode after) {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> NAMES = List.of("A", "B", "C", "D");
    private static final int DEEPEST = 3;

    static Sample of(Random random) {
        ObjectNode document = document(random);
        ResourceSchema schema = switch (ResourceSchema.load(document)) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(invalid.findings() + " " + document);
        };
        ObjectNode before = (ObjectNode) value(document, document, random);
        ObjectNode after = random.nextInt(5) == 0
                ? (ObjectNode) respelled(schema, before, random)
                : (ObjectNode) value(document, document, random);
        return new Sample(document, schema, before, after);
    }

    private static ObjectNode document(Random random) {
        ObjectNode document = NODES.objectNode()
                .put("typeName", "Initech::TPS::Thing")
                .put("description", "A thing.")
                .put("additionalProperties", false);
        ObjectNode properties = document.putObject("properties");
        NAMES.forEach(name -> properties.set(name, property(random, 0)));
        properties.putObject("Id").put("type", "string");
        properties.putObject("R").put("$ref", "#/definitions/R");
        document.putObject("definitions").set("R", property(random, 0));
        document.putArray("primaryIdentifier").add("/properties/Id");
        document.putArray("createOnlyProperties").add("/properties/A").add("/properties/R");
        return document;
    }

    private static ObjectNode property(Random random, int depth) {
        ObjectNode schema = NODES.objectNode();
        return switch (random.nextInt(depth < DEEPEST ? 6 : 2)) {
            case 0 -> {
                schema.put("type", "number");
                yield random.nextInt(3) == 0 ? schema.put("default", random.nextInt(3)) : schema;
            }
            case 1 -> schema.put("type", "string");
            case 2 -> {
                schema.put("type", "object").put("additionalProperties", false);
                ObjectNode properties = schema.putObject("properties");
                NAMES.subList(0, 3).forEach(name -> properties.set(name, property(random, depth + 1)));
                yield schema;
            }
            case 3 -> {
                schema.put("type", "object").put("additionalProperties", false);
                schema.putObject("patternProperties").set("^[a-d]$", property(random, depth + 1));
                yield schema;
            }
            default -> {
                schema.put("type", "array").set("items", property(random, depth + 1));
                if (random.nextBoolean()) {
                    schema.put("insertionOrder", random.nextInt(3) == 0);
                }
                yield random.nextBoolean() ? schema.put("uniqueItems", random.nextBoolean()) : schema;
            }
        };
    }

    private static JsonNode value(JsonNode document, JsonNode schema, Random random) {
        if (schema.has("$ref")) {
            return value(document, document.at(schema.path("$ref").asString().substring(1)), random);
        }
        return switch (schema.path("type").asString("object")) {
            case "number" -> NODES.numberNode(random.nextInt(3));
            case "string" -> NODES.stringNode(List.of("x", "y", "z").get(random.nextInt(3)));
            case "array" -> {
                ArrayNode list = NODES.arrayNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    list.add(value(document, schema.path("items"), random));
                }
                yield list;
            }
            default -> object(document, schema, random);
        };
    }

    private static ObjectNode object(JsonNode document, JsonNode schema, Random random) {
        ObjectNode object = NODES.objectNode();
        schema.path("properties").forEachEntry((name, property) -> {
            if (random.nextInt(3) > 0) {
                object.set(name, value(document, property, random));
            }
        });
        JsonNode pattern = schema.at("/patternProperties/^[a-d]$");
        if (pattern.isObject()) {
            List.of("a", "b", "c").stream()
                    .filter(_ -> random.nextBoolean())
                    .forEach(name -> object.set(name, value(document, pattern, random)));
        }
        return object;
    }

    /// The same model in other words: numbers spelled otherwise, members and the items of sets shuffled.
    static JsonNode respelled(ResourceSchema schema, JsonNode model, Random random) {
        return respelled(java.util.Optional.of(schema.root()), model, random);
    }

    private static JsonNode respelled(
            java.util.Optional<fairlead.schema.draft07.Place> place, JsonNode value, Random random) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = NODES.objectNode();
                List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
                Collections.shuffle(members, random);
                members.forEach(member -> copy.set(
                        member.getKey(),
                        respelled(place.flatMap(p -> p.property(member.getKey())), member.getValue(), random)));
                yield copy;
            }
            case ArrayNode list -> {
                List<JsonNode> items = new ArrayList<>();
                list.values().forEach(item -> items.add(respelled(place.flatMap(p -> p.item()), item, random)));
                if (!place.orElseThrow().ordered()) {
                    Collections.shuffle(items, random);
                }
                yield NODES.arrayNode().addAll(items);
            }
            default ->
                value.isNumber() && random.nextBoolean()
                        ? NODES.numberNode(new BigDecimal(
                                value.decimalValue().toBigInteger().multiply(java.math.BigInteger.TEN), 1))
                        : value;
        };
    }
}
