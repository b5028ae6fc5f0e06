package fairlead.schema.drift;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON as maps, lists and numbers, which is how the JSONata library takes and gives it.
final class Plain {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Plain() {}

    static @Nullable Object of(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                object.forEachEntry((name, value) -> map.put(name, of(value)));
                yield map;
            }
            case ArrayNode array -> {
                List<@Nullable Object> list = new ArrayList<>();
                array.values().forEach(item -> list.add(of(item)));
                yield list;
            }
            default -> ofValue(node);
        };
    }

    private static @Nullable Object ofValue(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> node.stringValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER ->
                node.isInt()
                        ? (Object) node.intValue()
                        : node.canConvertToLong() && node.isIntegralNumber()
                                ? (Object) node.longValue()
                                : (Object) node.doubleValue();
            case NULL, ARRAY, OBJECT, BINARY, MISSING, POJO -> null;
        };
    }

    /// The JSON of a result; empty if there is none, or it is no JSON.
    static Optional<JsonNode> tree(@Nullable Object value) {
        return switch (value) {
            case null -> Optional.empty();
            case String text -> Optional.of(NODES.stringNode(text));
            case Boolean truth -> Optional.of(NODES.booleanNode(truth));
            case Number number -> number(number);
            case List<?> list -> {
                ArrayNode array = NODES.arrayNode();
                list.forEach(item -> array.add(tree(item).orElseGet(NODES::nullNode)));
                yield Optional.of(array);
            }
            case Map<?, ?> map -> {
                ObjectNode object = NODES.objectNode();
                map.forEach((name, member) -> tree(member).ifPresent(node -> object.set(String.valueOf(name), node)));
                yield Optional.of(object);
            }
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> number(Number number) {
        return switch (number) {
            case Integer whole -> Optional.of(NODES.numberNode(whole));
            case Long whole -> Optional.of(NODES.numberNode(whole));
            default -> {
                double value = number.doubleValue();
                yield Double.isFinite(value)
                        ? Optional.of(NODES.numberNode(BigDecimal.valueOf(value)))
                        : Optional.empty();
            }
        };
    }
}
