package fairlead.cloudformation.function;

import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::Base64` of a text in UTF-8.
public record Base64() implements Expression.Function {

    /// What CloudFormation says where there is no text.
    public static final String SHAPE = "Template error: every Fn::Base64 object must have a String-typed value.";

    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, 1, "Fn::Base64");
        if (arguments.getFirst().isContainer()) {
            throw new EvaluationException(SHAPE);
        }
        byte[] bytes = Texts.text(arguments.getFirst(), "Fn::Base64").getBytes(StandardCharsets.UTF_8);
        return Texts.node(java.util.Base64.getEncoder().encodeToString(bytes));
    }
}
