package fairlead.server.arm;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Requests that a description of an API allows, and requests that nearly are.
final class Fuzz {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 6;

    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "local",
            "west us",
            "\u0000",
            "\"",
            "\\",
            "%",
            "\ud83d\ude00",
            "é",
            "/",
            "..",
            "null",
            "0",
            "1e400",
            "2026-11-21T00:00:00Z",
            "x".repeat(300),
            "' OR 1=1 --",
            "{{}}",
            "\n",
            "*",
            "W/\"x\"");

    private static final List<String> NUMBERS =
            List.of("0", "-1", "1", "2147483648", "-9223372036854775809", "0.1", "1e308", "1E+400", "3.0");

    private final JsonNode document;
    private final RandomGenerator chance;

    Fuzz(JsonNode document, RandomGenerator chance) {
        this.document = document;
        this.chance = chance;
    }

    <T> T one(List<T> of) {
        return of.get(chance.nextInt(of.size()));
    }

    boolean rarely() {
        return chance.nextInt(10) == 0;
    }

    /// A text that may mean anything.
    String text() {
        return one(TEXTS);
    }

    /// An instance of a schema, or nearly one.
    JsonNode value(JsonNode schema, int depth) {
        if (rarely() || depth > DEEPEST) {
            return anything(depth);
        }
        JsonNode known = resolved(schema);
        if (known.has("const")) {
            return known.path("const");
        }
        if (known.path("enum").size() > 0) {
            return known.path("enum").get(chance.nextInt(known.path("enum").size()));
        }
        for (String choice : List.of("oneOf", "anyOf", "allOf")) {
            if (known.path(choice).size() > 0) {
                return value(
                        known.path(choice).get(chance.nextInt(known.path(choice).size())), depth + 1);
            }
        }
        JsonNode type = known.path("type");
        String name = type.isArray()
                ? type.get(chance.nextInt(type.size())).asString("")
                : type.asString(known.has("properties") ? "object" : "");
        return switch (name) {
            case "object" -> object(known, depth);
            case "array" -> array(known, depth);
            case "integer" -> integer(known);
            case "number" -> NODES.numberNode(chance.nextDouble() * 1000);
            case "boolean" -> NODES.booleanNode(chance.nextBoolean());
            case "null" -> NODES.nullNode();
            case "string" ->
                NODES.stringNode(chance.nextInt(3) == 0 ? text() : "t" + Integer.toString(chance.nextInt(1000), 36));
            default -> anything(depth);
        };
    }

    private JsonNode integer(JsonNode schema) {
        long least = schema.path("minimum").asLong(-2);
        long most = Math.max(least, schema.path("maximum").asLong(Math.max(least, 100_000)));
        return NODES.numberNode(chance.nextLong(least, most + 1));
    }

    private ObjectNode object(JsonNode schema, int depth) {
        ObjectNode object = NODES.objectNode();
        List<String> required = schema.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
        schema.path("properties").forEachEntry((name, member) -> {
            boolean wanted = required.contains(name) ? !rarely() : chance.nextInt(3) == 0;
            if (wanted) {
                object.set(name, value(member, depth + 1));
            }
        });
        if (rarely() || schema.path("additionalProperties").isObject()) {
            object.set("more" + chance.nextInt(3), value(schema.path("additionalProperties"), depth + 1));
        }
        return object;
    }

    private ArrayNode array(JsonNode schema, int depth) {
        ArrayNode array = NODES.arrayNode();
        for (int i = chance.nextInt(4); i > 0; i--) {
            array.add(value(schema.path("items"), depth + 1));
        }
        return array;
    }

    private JsonNode anything(int depth) {
        return switch (chance.nextInt(depth > DEEPEST ? 4 : 6)) {
            case 0 -> NODES.stringNode(text());
            case 1 -> NODES.numberNode(new java.math.BigDecimal(one(NUMBERS)));
            case 2 -> NODES.booleanNode(chance.nextBoolean());
            case 3 -> NODES.nullNode();
            case 4 -> NODES.arrayNode().add(anything(depth + 1)).add(anything(depth + 1));
            default -> NODES.objectNode().set(text(), anything(depth + 1));
        };
    }

    /// Text that is no JSON, or is JSON that is not allowed.
    String broken(String body) {
        return switch (chance.nextInt(5)) {
            case 0 -> body.substring(0, body.length() / 2);
            case 1 -> body + body;
            case 2 -> "[".repeat(200);
            case 3 -> "{\"a\": 1, \"a\": 2}";
            default -> "5";
        };
    }

    JsonNode resolved(JsonNode schema) {
        JsonNode known = schema;
        for (int i = 0; i < 20 && known.has("$ref"); i++) {
            String pointer = known.path("$ref")
                    .asString("")
                    .substring(1)
                    .replace("%20", " ")
                    .replace("%25", "%");
            known = document.at(pointer);
        }
        return known;
    }

    /// The parameters of an operation, those of its path included.
    List<JsonNode> parameters(JsonNode item, JsonNode operation) {
        List<JsonNode> all = new ArrayList<>();
        item.path("parameters").forEach(parameter -> all.add(resolved(parameter)));
        operation.path("parameters").forEach(parameter -> all.add(resolved(parameter)));
        return all;
    }
}
