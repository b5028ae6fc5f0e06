package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Members of objects and items of arrays.
final class Members {

    private static final int SHOWN = 2_000;

    private Members() {}

    static Optional<JsonNode> find(JsonNode of, JsonNode key) {
        if (of.isArray() && key.isIntegralNumber()) {
            long index = key.longValue();
            return index >= 0 && index < of.size() ? Optional.of(of.get((int) index)) : Optional.empty();
        }
        return of.isObject() && key.isString() ? Values.member(of, key.stringValue()) : Optional.empty();
    }

    static JsonNode of(JsonNode of, JsonNode key) {
        return find(of, key).orElseThrow(() -> missing(of, key));
    }

    private static EvaluationException missing(JsonNode of, JsonNode key) {
        if (of.isArray() && key.isIntegralNumber()) {
            return new EvaluationException(
                    "The language expression property array index '" + key.longValue() + "' is out of bounds.");
        }
        if (of.isObject() && key.isString()) {
            String names = String.join(", ", of.propertyNames());
            String shown = names.length() > SHOWN ? names.substring(0, SHOWN) + "..." : names;
            return new EvaluationException("The language expression property '" + key.stringValue()
                    + "' doesn't exist, available properties are '" + shown + "'.");
        }
        String expected = of.isArray() ? "an integer index" : of.isObject() ? "a property name" : "";
        return new EvaluationException("The language expression property '" + shown(key) + "' can't be evaluated"
                + (expected.isEmpty()
                        ? " on a value of type '" + Values.kind(of) + "'."
                        : ": " + expected + " is expected, found a value of type '" + Values.kind(key) + "'."));
    }

    private static String shown(JsonNode key) {
        return key.isString() ? key.stringValue() : Values.json(key);
    }
}
