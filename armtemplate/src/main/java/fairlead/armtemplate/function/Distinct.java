package fairlead.armtemplate.function;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Values, each once, in the order in which they were added first.
final class Distinct {

    private final ArrayNode items = Values.array();
    private final Map<Object, List<JsonNode>> found = new HashMap<>();

    /// @return whether it is new
    boolean add(JsonNode item) {
        List<JsonNode> alike = found.computeIfAbsent(outline(item), _ -> new ArrayList<>(1));
        for (JsonNode other : alike) {
            if (Values.same(other, item)) {
                return false;
            }
        }
        alike.add(item);
        items.add(item);
        return true;
    }

    boolean holds(JsonNode item) {
        return found.getOrDefault(outline(item), List.of()).stream().anyMatch(other -> Values.same(other, item));
    }

    ArrayNode items() {
        return items;
    }

    /// Equal for values that are the same.
    private static Object outline(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue();
            case NUMBER -> number(value.decimalValue());
            case BOOLEAN -> value.booleanValue();
            case OBJECT -> List.of("object", value.size());
            case ARRAY -> List.of("array", value.size());
            case NULL, MISSING, BINARY, POJO -> List.of();
        };
    }

    private static BigDecimal number(BigDecimal value) {
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }
}
