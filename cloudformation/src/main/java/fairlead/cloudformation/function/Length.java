package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::Length` of a list.
public record Length() implements Expression.Function {

    /// What is said where there is no list.
    public static final String SHAPE = "Template error: Fn::Length requires a list or a function that returns a list";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 1, "Fn::Length");
        if (!arguments.getFirst().isArray()) {
            throw new EvaluationException(SHAPE);
        }
        return Texts.nodes().numberNode(arguments.getFirst().size());
    }
}
