package fairlead.server.access.policy.rule;

import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A value in a rule: one that is written there, or one that is worked out of facts.
///
/// @param constant whether it is the same whatever the facts are
record Expression(boolean constant, Function<Evaluation, JsonNode> source) {

    /// One that is known.
    static Expression of(JsonNode value) {
        return new Expression(true, _ -> value);
    }

    /// One that depends on facts.
    static Expression from(Function<Evaluation, JsonNode> source) {
        return new Expression(false, source);
    }

    /// One that is worked out of others, at once if they are known.
    static Expression of(List<Expression> parts, Function<List<JsonNode>, JsonNode> result) {
        Expression open = from(evaluation ->
                result.apply(parts.stream().map(part -> part.value(evaluation)).toList()));
        return parts.stream().allMatch(Expression::constant) ? of(result.apply(known(parts))) : open;
    }

    private static List<JsonNode> known(List<Expression> parts) {
        return parts.stream().map(Expression::known).toList();
    }

    JsonNode value(Evaluation evaluation) {
        return source.apply(evaluation);
    }

    /// Of one that is constant.
    JsonNode known() {
        return source.apply(NOTHING);
    }

    private static final Evaluation NOTHING = Evaluation.of(NoFacts.NONE);
}
