package fairlead.schema.evolution.value;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// What `type`, `enum`, `const` and `multipleOf` admit.
final class Types {

    private Types() {}

    /// Whether all that one type admits the other does, too. No type at all admits everything.
    static boolean holds(JsonNode wide, JsonNode narrow) {
        if (wide.isMissingNode()) {
            return true;
        }
        if (narrow.isMissingNode()) {
            return false;
        }
        Set<String> admitted = names(wide);
        if (admitted.contains("number")) {
            admitted.add("integer");
        }
        return admitted.containsAll(names(narrow));
    }

    private static Set<String> names(JsonNode type) {
        Set<String> names = new HashSet<>();
        if (type.isArray()) {
            type.values().forEach(one -> names.add(one.asString("")));
        } else {
            names.add(type.asString(""));
        }
        return names;
    }

    /// The only values that are allowed; missing if all are.
    static JsonNode choices(JsonNode schema) {
        return schema.has("const")
                ? JsonNodeFactory.instance.arrayNode().add(schema.path("const"))
                : schema.path("enum");
    }

    /// Whether the one number is a multiple of the other.
    static boolean isMultiple(JsonNode number, JsonNode of) {
        return number.isNumber()
                && of.isNumber()
                && of.decimalValue().signum() != 0
                && number.decimalValue().remainder(of.decimalValue()).compareTo(BigDecimal.ZERO) == 0;
    }
}
