package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/// What expressions come to once the resources that they refer to are there.
final class EvaluationTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Limits LIMITS = Limits.standard();
    private static final JsonNode BOOKMARK = JSON.readTree("""
        {"Name": "first", "Arn": "arn:x:y", "Endpoint": {"Address": "10.0.0.0/16", "Port": 80},
         "Hosts": ["a", "b"], "Label": "5", "Tags": [{"Key": "team", "Value": "own"}]}\
        """);

    @Test
    void functions_are_applied_to_what_resources_are() {
        assertThat(properties("""
            Label: !Sub "${A}:${A.Endpoint.Port}"
            Url: !Join ["/", !GetAtt A.Hosts]
            Labels: !Split [":", !GetAtt A.Arn]
            Hosts: !Cidr [!GetAtt A.Endpoint.Address, 2, 8]
            Document: {"Fn::ToJsonString": {"list": !GetAtt A.Hosts, "port": !GetAtt A.Endpoint.Port}}
            Password: !Base64 {"Fn::Select": [1, !GetAtt A.Hosts]}
            """, "Transform: AWS::LanguageExtensions\n")).isEqualTo(JSON.readTree("""
                {"Name": "b", "Label": "first:80", "Url": "a/b", "Labels": ["arn", "x", "y"],
                 "Hosts": ["10.0.0.0/24", "10.0.1.0/24"],
                 "Document": "{\\"list\\":[\\"a\\",\\"b\\"],\\"port\\":80}", "Password": "Yg=="}\
                """));
    }

    @Test
    void values_get_the_types_of_the_schema() {
        assertThat(properties("""
            Url: !GetAtt A.Endpoint.Port
            Size: !GetAtt A.Label
            Ports: [!GetAtt A.Label, !GetAtt A.Endpoint.Port]
            Config: {Level: !GetAtt A.Label, Mode: !GetAtt A.Endpoint.Port, On: "true"}
            """, "")).isEqualTo(JSON.readTree("""
                {"Name": "b", "Url": "80", "Size": 5, "Ports": [5, 80], "Config": {"Level": 5, "Mode": "80", "On": true}}\
                """));
    }

    @Test
    void a_lookup_waits_for_its_name_and_its_result_is_secret() {
        Compiled compiled = Template.parse(template("Url: !Sub \"{{resolve:ssm:${A}:1}}\"\n", ""), LIMITS)
                .compile(Fixtures.inputs(Map.of(), Map.of(), Fixtures.Stores.FULL));

        assertThat(evaluated(compiled, BOOKMARK)).isEqualTo(new Evaluated.Known(JSON.readTree("""
            {"Name": "b", "Url": "ssm first:1"}\
            """), true));
    }

    @Test
    void what_does_not_fit_is_told_with_the_words_of_the_function() {
        assertThatThrownBy(() -> properties("Label: !Select [7, !GetAtt A.Hosts]\n", ""))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("Template error: Fn::Select cannot select nonexistent value at index 7");
        assertThatThrownBy(() -> properties("Label: !Sub \"${A.Url}\"\n", ""))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("Template error: Fn::Sub: a value that it refers to is not there");
        assertThatThrownBy(() -> properties("Label: !Join [\"\", !GetAtt A.Arn]\n", ""))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("Template error: every Fn::Join object requires two parameters");
    }

    @Test
    void tags_that_come_late_win_all_the_same() {
        Compiled compiled = Template.parse(template("Tags: !GetAtt A.Tags\n", ""), LIMITS)
                .compile(Fixtures.inputs(Map.of(), Map.of("team", "shop"), ValueSource.none()));

        assertThat(evaluated(compiled, BOOKMARK)).isEqualTo(new Evaluated.Known(JSON.readTree("""
            {"Name": "b", "Tags": [{"Key": "team", "Value": "own"}]}\
            """), false));
    }

    @Test
    void what_is_not_there_yet_is_told() {
        Compiled compiled = Fixtures.compile(template("Label: !GetAtt A.Arn\n", ""));
        Evaluation nothing = new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false));

        assertThat(nothing.of(compiled.document().node("B").properties()))
                .isEqualTo(new Evaluated.Unknown(
                        Set.of(new Reference(
                                "A",
                                new Part.Property(java.util.List.of("Arn")),
                                "/Resources/B/Properties/Label/Fn::GetAtt")),
                        false));
    }

    private static JsonNode properties(String properties, String head) {
        Evaluated evaluated = evaluated(Fixtures.compile(template(properties, head)), BOOKMARK);
        return ((Evaluated.Known) evaluated).value();
    }

    private static String template(String properties, String head) {
        return head + "Resources:\n  A: {Type: Example::Web::Bookmark, Properties: {Name: first}}\n"
                + "  B:\n    Type: Example::Web::Bookmark\n    Properties:\n      Name: b\n" + properties.indent(6);
    }

    private static Evaluated evaluated(Compiled compiled, JsonNode model) {
        Node node = compiled.document().node("B");
        return new Evaluation(reference -> value(reference, model)).of(node.properties());
    }

    private static Evaluated value(Reference reference, JsonNode model) {
        return switch (reference.part()) {
            case Part.Identifier() ->
                new Evaluated.Known(StringNode.valueOf(model.get("Name").asString()), false);
            case Part.Property(var path) -> {
                Optional<JsonNode> found = Optional.of(model);
                for (String step : path) {
                    found = found.flatMap(node -> node.optional(step));
                }
                yield found.<Evaluated>map(node -> new Evaluated.Known(node, false))
                        .orElseGet(Evaluated.Absent::new);
            }
            case Part.Whole(), Part.Action(var _, var _) -> throw new IllegalArgumentException(reference.toString());
        };
    }
}
