package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class MisnamedPropertyTest {

    @Test
    void isLookedIntoAllTheSame() {
        String text = """
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": false,
             "properties": {"Und_er": {"type": "string", "patern": "x"}, "Bäd": {"type": "object",
              "additionalProperties": true, "properties": {"In_ner": {"type": "string", "minLenght": 1}}}},
             "definitions": {"De_f": {"type": "string", "maxLenght": 1}},
             "primaryIdentifier": ["/properties/Und_er"]}
            """;

        assertThat(ResourceSchema.parse(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        Loaded.Invalid.class,
                        invalid -> assertThat(invalid.findings())
                                .extracting(Finding::pointer)
                                .contains(
                                        "/properties/Und_er",
                                        "/properties/Und_er/patern",
                                        "/properties/Bäd/additionalProperties",
                                        "/properties/Bäd/properties/In_ner",
                                        "/properties/Bäd/properties/In_ner/minLenght",
                                        "/definitions/De_f/maxLenght"));
    }

    @Test
    void ofAModelAnIntegerThatIsTooLongIsRefusedWithItsPlace() {
        String text = """
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": false,
             "properties": {"Long": {"type": "integer", "format": "int64"}, "Short": {"type": "integer", "format": "int32"}},
             "primaryIdentifier": ["/properties/Long"]}
            """;
        ResourceSchema schema = ((Loaded.Valid) ResourceSchema.parse(text.getBytes(StandardCharsets.UTF_8))).schema();

        assertThat(schema.validateInput(model("{\"Long\": 9223372036854775808}")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.isError()).isTrue();
                    assertThat(finding.pointer()).isEqualTo("/Long");
                });
        assertThat(schema.validateInput(model("{\"Long\": 9223372036854775807}")))
                .isEmpty();
        assertThat(schema.validateInput(model("{\"Long\": 1, \"Short\": 2147483648}")))
                .singleElement()
                .matches(finding -> !finding.isError());
    }

    private static ObjectNode model(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
