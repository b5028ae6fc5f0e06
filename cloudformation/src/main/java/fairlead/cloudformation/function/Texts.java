package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/// Values as texts, and the checks that functions share.
public final class Texts {

    /// How many characters one function may come to.
    static final int LONGEST = 4 << 20;

    private Texts() {}

    /// A text as it is, a number and a boolean as JSON writes them.
    ///
    /// @param what for the message, if it is a list or an object
    /// @throws EvaluationException if it is
    public static String text(JsonNode value, String what) {
        if (value.isContainer() || value.isNull() || value.isMissingNode()) {
            String found = value.isArray() ? "a list" : value.isObject() ? "an object" : "no value";
            throw new EvaluationException(what + ": expected a string, found " + found);
        }
        return value.asString();
    }

    static StringNode node(String text) {
        return StringNode.valueOf(text);
    }

    static StringNode node(StringBuilder text) {
        return StringNode.valueOf(text.toString());
    }

    static void append(StringBuilder text, String more) {
        if (text.length() + (long) more.length() > LONGEST) {
            throw new EvaluationException("expected at most " + LONGEST + " characters, found more");
        }
        text.append(more);
    }

    /// @throws EvaluationException if there are not as many: the value of one is not there
    static void arity(List<JsonNode> arguments, int count, String name) {
        if (arguments.size() != count) {
            throw new EvaluationException("Template error: " + name + ": a value that it refers to is not there");
        }
    }

    /// A whole number that may be written as a text.
    ///
    /// @throws EvaluationException with a message if it is none
    static int integer(JsonNode value, String message) {
        try {
            return value.isContainer()
                    ? refuse(message)
                    : Integer.parseInt(value.asString().strip());
        } catch (NumberFormatException e) {
            return refuse(message);
        }
    }

    private static int refuse(String message) {
        throw new EvaluationException(message);
    }

    static JsonNodeFactory nodes() {
        return JsonNodeFactory.instance;
    }
}
