package fairlead.server.template;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.template.Template.Style;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class TemplateTest {

    private static final Style PARAMETERS = Style.of("IncludeParameterDefaultValue");
    private static final Style AS_THEY_ARE = Style.of(" skipAllParameterization ");

    /// @param resources each as `type name`
    private static ObjectNode template(Style style, String... resources) {
        List<ObjectNode> all = Stream.of(resources)
                .map(resource -> resource.split(" ", 2))
                .map(parts -> JsonNodeFactory.instance
                        .objectNode()
                        .put("type", parts[0])
                        .put("name", parts[1]))
                .toList();
        return Template.of(all, style);
    }

    private static List<String> names(JsonNode template) {
        return template.path("resources")
                .valueStream()
                .map(resource -> resource.path("name").stringValue())
                .toList();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void namesThatWouldBeOneParameterAreTwo() {
        ObjectNode template = template(PARAMETERS, "A.B/things a.b", "A.B/things a-b", "C.D/things a.b");
        assertThat(template.path("parameters")).isEqualTo(json("""
            {"things_a_b_name": {"defaultValue": "a.b", "type": "String"},
             "things_a_b_2_name": {"defaultValue": "a-b", "type": "String"},
             "things_a_b_3_name": {"defaultValue": "a.b", "type": "String"}}
            """));
        assertThat(names(template))
                .containsExactly(
                        "[parameters('things_a_b_name')]",
                        "[parameters('things_a_b_2_name')]",
                        "[parameters('things_a_b_3_name')]");
    }

    @Test
    void whatIsNestedNeedsTheNearestThatIsThere() {
        ObjectNode template = template(AS_THEY_ARE, "A.B/x one", "A.B/x/y/z one/two/it's", "A.B/x/y other/two");
        assertThat(template.at("/resources/0").has("dependsOn")).isFalse();
        assertThat(template.at("/resources/1/dependsOn")).isEqualTo(json("[\"[resourceId('A.B/x', 'one')]\"]"));
        assertThat(template.at("/resources/2").has("dependsOn")).isFalse();
        ObjectNode whole = template(PARAMETERS, "A.B/x one", "A.B/x/y one/it's", "A.B/x/y/z ONE/it's/three");
        assertThat(whole.at("/resources/2/dependsOn"))
                .isEqualTo(json("[\"[resourceId('A.B/x/y', parameters('x_one_name'), 'it''s')]\"]"));
        assertThat(names(whole).get(2)).isEqualTo("[concat(parameters('x_one_name'), '/it''s/three')]");
    }

    @Test
    void textThatLooksLikeAnExpressionIsNone() {
        assertThat(names(template(AS_THEY_ARE, "A.B/x [one]"))).containsExactly("[[one]");
        assertThat(Template.escaped(json("{\"[a]\": [\"[b]\", {\"c\": \"[[d]\"}, \"[e] f\", 1, null]}")))
                .isEqualTo(json("{\"[a]\": [\"[[b]\", {\"c\": \"[[[d]\"}, \"[e] f\", 1, null]}"));
    }

    @Test
    void resourcesOfOneBecomeThoseOfAnother() {
        ObjectNode template = template(AS_THEY_ARE, "A.B/x [one]", "A.B/x/y [one]/two");
        assertThat(Template.of(Template.resources(template), AS_THEY_ARE)).isEqualTo(template);
        assertThat(Template.of(Template.resources(template), PARAMETERS))
                .isEqualTo(template(PARAMETERS, "A.B/x [one]", "A.B/x/y [one]/two"));
    }
}
