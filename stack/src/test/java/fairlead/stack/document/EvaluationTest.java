package fairlead.stack.document;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.stack.document.Expression.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/// What expressions come to, with nodes that are known and nodes that are not.
final class EvaluationTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Reference NAME =
            new Reference("Disk", new Expression.Part.Property(List.of("Name")), "/Resources/Host/Properties/Disk");

    @Test
    void a_function_of_known_values_is_applied() {
        assertThat(with("d-1", false).of(upper(NAME))).isEqualTo(new Evaluated.Known(StringNode.valueOf("D-1"), false));
    }

    @Test
    void a_function_of_an_unknown_value_is_not_applied_and_says_what_it_waits_for() {
        Evaluation nothing = new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), true));

        assertThat(nothing.of(upper(NAME))).isEqualTo(new Evaluated.Unknown(Set.of(NAME), true));
    }

    @Test
    void what_is_absent_is_left_out_of_objects_and_lists() {
        Expression object = object(Map.of(
                "List",
                new Expression.ArrayOf(List.of(new Expression.Absent(), text("a"))),
                "Gone",
                new Expression.Absent()));

        assertThat(with("", false).of(object)).isEqualTo(new Evaluated.Known(json("{\"List\":[\"a\"]}"), false));
    }

    @Test
    void one_secret_makes_all_around_it_secret() {
        assertThat(with("s3cret", true).of(object(Map.of("A", new Expression.ArrayOf(List.of(NAME))))))
                .isEqualTo(new Evaluated.Known(json("{\"A\":[\"s3cret\"]}"), true));
    }

    private static Evaluation with(String name, boolean secret) {
        return new Evaluation(_ -> new Evaluated.Known(StringNode.valueOf(name), secret));
    }

    private static Expression upper(Expression argument) {
        return new Expression.Call(
                "Upper",
                "",
                values -> StringNode.valueOf(values.getFirst().asString().toUpperCase(java.util.Locale.ROOT)),
                List.of(argument));
    }

    private static Expression text(String text) {
        return Expression.Value.of(StringNode.valueOf(text));
    }

    private static Expression object(Map<String, Expression> members) {
        return Expression.object(new LinkedHashMap<>(members));
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text);
    }
}
