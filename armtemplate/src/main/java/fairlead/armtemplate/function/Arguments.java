package fairlead.armtemplate.function;

import fairlead.stack.document.EvaluationException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The arguments of one call.
///
/// @param function its name, for messages
public record Arguments(String function, List<JsonNode> all) {

    public int count() {
        return all.size();
    }

    public JsonNode get(int index) {
        return all.get(index);
    }

    public boolean has(int index) {
        return index < all.size();
    }

    /// An argument that has to be a string.
    public String text(int index) {
        JsonNode value = all.get(index);
        if (!value.isString()) {
            throw wrong(index, "String");
        }
        return value.stringValue();
    }

    /// An argument that may be left out, and has to be a string.
    public Optional<String> optionalText(int index) {
        return has(index) ? Optional.of(text(index)) : Optional.empty();
    }

    /// An argument that is shown as text if it is no object and no array.
    String simple(int index) {
        JsonNode value = all.get(index);
        if (value.isContainer() || value.isNull()) {
            throw wrong(index, "String, Integer, Boolean");
        }
        return Values.shown(value);
    }

    /// An argument that has to be a whole number.
    public long whole(int index) {
        JsonNode value = all.get(index);
        return (value.isNumber() ? Values.exactLong(value) : Optional.<Long>empty())
                .orElseThrow(() -> wrong(index, "Integer"));
    }

    /// An argument that has to be a whole number of at most 32 bits.
    int small(int index) {
        long value = whole(index);
        if (value != (int) value) {
            throw fault("the value '" + value + "' at position '" + index + "' has more than 32 bits");
        }
        return (int) value;
    }

    boolean bool(int index) {
        JsonNode value = all.get(index);
        if (!value.isBoolean()) {
            throw wrong(index, "Boolean");
        }
        return value.booleanValue();
    }

    JsonNode array(int index) {
        JsonNode value = all.get(index);
        if (!value.isArray()) {
            throw wrong(index, "Array");
        }
        return value;
    }

    JsonNode object(int index) {
        JsonNode value = all.get(index);
        if (!value.isObject()) {
            throw wrong(index, "Object");
        }
        return value;
    }

    /// What is said about an argument of a wrong kind.
    public EvaluationException wrong(int index, String expected) {
        return fault("the argument at position '" + index + "' is expected to be of type '" + expected
                + "'. The provided value is of type '" + Values.kind(all.get(index)) + "'");
    }

    /// What is said about a call that can't be evaluated.
    public EvaluationException fault(String what) {
        return fault(function, what);
    }

    /// What is said about a call that can't be evaluated.
    public static EvaluationException fault(String function, String what) {
        return new EvaluationException("Unable to evaluate template language function '" + function + "': " + what
                + ". Please see https://aka.ms/arm-function-" + function.toLowerCase(Locale.ROOT)
                + " for usage details.");
    }

    /// Checks how many arguments there are.
    public Arguments expect(int least, int most) {
        if (count() >= least && count() <= most) {
            return this;
        }
        String wanted =
                least == most ? "" + least : most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most;
        throw fault("function requires " + wanted + " argument(s) while '" + count() + "' were provided");
    }
}
