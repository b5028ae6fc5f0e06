package fairlead.smithy.protocol;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.Shape;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The parameters of a test case as our documents: there blobs are plain text and timestamps seconds.
record Params(Model model) {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    ObjectNode document(Shape shape, Node params) {
        return value(shape, JsonMapper.shared().readTree(Node.printJson(params)))
                .asObject();
    }

    private JsonNode value(Shape shape, JsonNode value) {
        if (value.isNull()) {
            return value;
        }
        return switch (shape.getType()) {
            case STRUCTURE, UNION -> members(shape, value);
            case LIST, SET -> {
                ArrayNode list = NODES.arrayNode();
                Shape member = model.expectShape(((ListShape) shape).getMember().getTarget());
                value.forEach(element -> list.add(value(member, element)));
                yield list;
            }
            case MAP -> {
                ObjectNode map = NODES.objectNode();
                Shape member = model.expectShape(((MapShape) shape).getValue().getTarget());
                value.properties().forEach(entry -> map.set(entry.getKey(), value(member, entry.getValue())));
                yield map;
            }
            case BLOB -> NODES.stringNode(Blobs.base64(value.asString().getBytes(StandardCharsets.UTF_8)));
            case TIMESTAMP -> Timestamps.asDocument(Timestamps.ofDocument(value));
            default -> value;
        };
    }

    private ObjectNode members(Shape shape, JsonNode value) {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (!entry.getValue().isNull()) {
                Shape member = model.expectShape(
                        shape.getMember(entry.getKey()).orElseThrow().getTarget());
                object.set(entry.getKey(), value(member, entry.getValue()));
            }
        }
        return object;
    }

    /// A tree in a form in which equal values are equal texts: members by name, numbers by what they are.
    static String canonical(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> {
                Map<String, String> members = new TreeMap<>();
                node.properties().forEach(entry -> members.put(entry.getKey(), canonical(entry.getValue())));
                yield members.toString();
            }
            case ARRAY -> node.valueStream().map(Params::canonical).toList().toString();
            case NUMBER -> number(node);
            case BINARY -> "bytes " + Blobs.base64(node.binaryValue());
            default -> node.toString();
        };
    }

    private static String number(JsonNode node) {
        double number = node.asDouble();
        return Double.isFinite(number)
                ? new BigDecimal(node.asString()).stripTrailingZeros().toPlainString()
                : Double.toString(number);
    }
}
