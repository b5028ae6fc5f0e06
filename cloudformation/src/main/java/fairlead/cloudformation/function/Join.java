package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::Join` of one argument, a list.
public record Join(String delimiter) implements Expression.Function {

    /// What CloudFormation says of a join that is none.
    public static final String SHAPE = "Template error: every Fn::Join object requires two parameters, (1) a string "
            + "delimiter and (2) a list of strings to be joined or a function that returns a list of strings "
            + "(such as Fn::GetAZs) to be joined.";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 1, "Fn::Join");
        if (!arguments.getFirst().isArray()) {
            throw new EvaluationException(SHAPE);
        }
        StringBuilder text = new StringBuilder();
        String between = "";
        for (JsonNode item : arguments.getFirst().values()) {
            if (item.isContainer()) {
                throw new EvaluationException(SHAPE);
            }
            Texts.append(text, between);
            Texts.append(text, Texts.text(item, "Template error: Fn::Join"));
            between = delimiter;
        }
        return Texts.node(text);
    }
}
