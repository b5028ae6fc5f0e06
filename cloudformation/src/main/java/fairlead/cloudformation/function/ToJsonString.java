package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::ToJsonString` of an object or a list: compact JSON, members in their order.
public record ToJsonString() implements Expression.Function {

    /// What is said where there is neither.
    public static final String SHAPE = "Template error: Fn::ToJsonString requires an object or an array";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 1, "Fn::ToJsonString");
        if (!arguments.getFirst().isContainer()) {
            throw new EvaluationException(SHAPE);
        }
        StringBuilder text = new StringBuilder();
        Texts.append(text, arguments.getFirst().toString());
        return Texts.node(text);
    }
}
