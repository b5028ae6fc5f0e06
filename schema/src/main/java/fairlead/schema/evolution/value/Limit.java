package fairlead.schema.evolution.value;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The keywords that set a bound.
enum Limit {
    MINIMUM("minimum", true),
    EXCLUSIVE_MINIMUM("exclusiveMinimum", true),
    MAXIMUM("maximum", false),
    EXCLUSIVE_MAXIMUM("exclusiveMaximum", false),
    MIN_LENGTH("minLength", true),
    MAX_LENGTH("maxLength", false),
    MIN_ITEMS("minItems", true),
    MAX_ITEMS("maxItems", false),
    MIN_PROPERTIES("minProperties", true),
    MAX_PROPERTIES("maxProperties", false);

    private final String keyword;
    private final boolean lower;

    Limit(String keyword, boolean lower) {
        this.keyword = keyword;
        this.lower = lower;
    }

    String keyword() {
        return keyword;
    }

    /// Whether the first bound admits less than the second. No bound admits most.
    boolean isTighter(JsonNode bound, JsonNode than) {
        if (!bound.isNumber() || isTrivial(bound)) {
            return false;
        }
        if (!than.isNumber()) {
            return true;
        }
        int order = bound.decimalValue().compareTo(than.decimalValue());
        return lower ? order > 0 : order < 0;
    }

    /// A length or a number of items is never below zero.
    private boolean isTrivial(JsonNode bound) {
        return name().startsWith("MIN_") && bound.decimalValue().signum() <= 0;
    }

    /// The bound with its keyword, `{"maxLength": 10}`; missing if there is none.
    JsonNode named(JsonNode bound) {
        return bound.isMissingNode()
                ? bound
                : JsonNodeFactory.instance.objectNode().set(keyword, bound);
    }
}
