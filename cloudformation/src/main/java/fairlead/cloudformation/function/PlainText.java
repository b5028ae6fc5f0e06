package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/// A value that has to be a text: a number and a boolean as JSON writes them, a list with commas.
///
/// @param wrong what is said of a value that is no text
public record PlainText(String wrong) implements Expression.Function {

    /// Of the value of an output.
    public static PlainText ofOutput(String name) {
        return new PlainText("Template format error: Output " + name
                + " is malformed. The Value field of every Outputs member must evaluate to a String");
    }

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        if (arguments.size() != 1) {
            throw new EvaluationException(wrong + ": a value that it refers to is not there");
        }
        JsonNode value = arguments.getFirst();
        if (!value.isArray()) {
            return value.isString() ? value : Texts.node(Texts.text(value, wrong));
        }
        StringJoiner text = new StringJoiner(",");
        value.values().forEach(item -> text.add(Texts.text(item, wrong)));
        return Texts.node(text.toString());
    }
}
