package fairlead.armtemplate.evaluation;

import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A function that a template defines.
///
/// @param parameters the names of its parameters, in the order of the arguments
/// @param argument checks an argument by the index of its parameter; throws
///     [fairlead.stack.document.EvaluationException]
/// @param output what it comes to, in which expressions stand
/// @param result checks a result
public record UserFunction(
        List<String> parameters,
        java.util.function.BiFunction<Integer, JsonNode, JsonNode> argument,
        JsonNode output,
        Function<JsonNode, JsonNode> result) {
    public UserFunction {
        parameters = List.copyOf(parameters);
    }
}
