package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::Select` of an index and a list.
public record Select() implements Expression.Function {

    /// What CloudFormation says of a selection that is none.
    public static final String SHAPE =
            "Template error: Fn::Select requires a list argument with two elements: an integer index and a list";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 2, "Fn::Select");
        int index = Texts.integer(arguments.getFirst(), SHAPE);
        JsonNode list = arguments.get(1);
        if (!list.isArray()) {
            throw new EvaluationException(SHAPE);
        }
        if (index < 0 || index >= list.size()) {
            throw new EvaluationException(
                    "Template error: Fn::Select cannot select nonexistent value at index " + index);
        }
        JsonNode selected = list.get(index);
        if (selected.isNull()) {
            throw new EvaluationException("Template error: Fn::Select cannot select null values");
        }
        return selected;
    }
}
