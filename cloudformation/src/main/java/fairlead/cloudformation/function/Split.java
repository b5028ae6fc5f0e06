package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// `Fn::Split` of one argument, a text. Delimiters that follow each other have an empty text between them.
public record Split(String delimiter) implements Expression.Function {

    /// What CloudFormation says of a split that is none.
    public static final String SHAPE = "Template error: every Fn::Split object requires two parameters, (1) a string "
            + "delimiter and (2) a string to be split or a function that returns a string to be split.";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 1, "Fn::Split");
        if (arguments.getFirst().isContainer()) {
            throw new EvaluationException(SHAPE);
        }
        String text = Texts.text(arguments.getFirst(), "Fn::Split");
        ArrayNode parts = Texts.nodes().arrayNode();
        int from = 0;
        for (int at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, from)) {
            parts.add(text.substring(from, at));
            from = at + delimiter.length();
        }
        return parts.add(text.substring(from));
    }
}
