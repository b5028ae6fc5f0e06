package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A loop that makes an array.
///
/// @param name of the loop, and of the member that holds the array
/// @param input what each item is
public record Loop(String name, long count, JsonNode input) {

    /// How many turns a loop has at most.
    public static final int MOST = 800;

    /// Whether a member of an object holds loops.
    public static boolean isLoops(String name, JsonNode value) {
        return name.equalsIgnoreCase("copy") && value.isArray();
    }

    static Loop read(JsonNode written, Evaluator evaluator, Frame frame) {
        String name = Values.member(written, "name")
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .orElseThrow(() -> missing("name"));
        JsonNode input = Values.member(written, "input").orElseThrow(() -> missing("input"));
        JsonNode count = Values.member(written, "count").orElseThrow(() -> missing("count"));
        for (String member : written.propertyNames()) {
            if (!member.equalsIgnoreCase("name")
                    && !member.equalsIgnoreCase("input")
                    && !member.equalsIgnoreCase("count")) {
                throw new EvaluationException("The template copy definition '" + name
                        + "' has the unknown property '" + member
                        + "'. Please see https://aka.ms/arm-copy for usage details.");
            }
        }
        return new Loop(name, count(evaluator.tree(count, frame), name), input);
    }

    private static EvaluationException missing(String member) {
        return new EvaluationException("The template copy definition is missing the property '" + member
                + "'. Please see https://aka.ms/arm-copy for usage details.");
    }

    /// How many turns a loop has.
    ///
    /// @throws EvaluationException if that is not known, or not allowed
    public static long count(@org.jspecify.annotations.Nullable JsonNode value, String name) {
        if (value == null) {
            throw new EvaluationException("The count of the copy '" + name
                    + "' has to be known before anything is deployed. Please see https://aka.ms/arm-copy for usage"
                    + " details.");
        }
        Optional<Long> count = value.isIntegralNumber() && value.canConvertToLong()
                ? Optional.of(value.longValue())
                : Optional.empty();
        if (count.isEmpty()) {
            throw new EvaluationException("The count of the copy '" + name
                    + "' is expected to be of type 'Integer'. The provided value is of type '" + Values.kind(value)
                    + "'. Please see https://aka.ms/arm-copy for usage details.");
        }
        if (count.get() < 0 || count.get() > MOST) {
            throw new EvaluationException("The count of the copy '" + name + "' is '" + count.get()
                    + "'. It must be between '0' and '" + MOST
                    + "'. Please see https://aka.ms/arm-copy for usage details.");
        }
        return count.get();
    }
}
