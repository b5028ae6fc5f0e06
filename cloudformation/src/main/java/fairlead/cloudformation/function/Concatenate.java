package fairlead.cloudformation.function;

import fairlead.stack.document.Expression;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// `Fn::Sub`: its texts and values, one behind the other.
///
/// @param pieces how many there are
public record Concatenate(int pieces) implements Expression.Function {
    @Override
    public JsonNode apply(List<JsonNode> arguments) {
        Texts.arity(arguments, pieces, "Fn::Sub");
        StringBuilder text = new StringBuilder();
        arguments.forEach(piece -> Texts.append(text, Texts.text(piece, "Template error: Fn::Sub")));
        return Texts.node(text);
    }
}
