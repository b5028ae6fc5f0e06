package fairlead.document.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SwaggerTest {

    private static final String SCHEMA = """
        {"typeName": "Initech::TPS::Story", "description": "A story.", "additionalProperties": false,
         "primaryIdentifier": ["/properties/Name"], "required": ["Name", "Text"],
         "createOnlyProperties": ["/properties/Name"], "writeOnlyProperties": ["/properties/Secret"],
         "definitions": {"Part": {"type": "object", "additionalProperties": false,
           "properties": {"Parts": {"type": "array", "items": {"$ref": "#/definitions/Part"}}}}},
         "properties": {"Name": {"type": "string"}, "Secret": {"type": "string"}, "Text": {"type": "string"},
           "Either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
           "Parts": {"type": "array", "items": {"$ref": "#/definitions/Part"}}}}
        """;

    private static final String STORY =
            "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Initech.TPS/stories/{storiesName}";

    /// Words of OpenAPI 3.1 that Swagger 2.0 does not have.
    private static final List<String> UNKNOWN = List.of(
            "oneOf", "anyOf", "const", "if", "not", "propertyNames", "patternProperties", "writeOnly", "requestBody");

    private static final JsonNode DOCUMENT = document();

    private static JsonNode document() {
        byte[] bytes = SCHEMA.getBytes(StandardCharsets.UTF_8);
        if (!(ResourceSchema.parse(bytes) instanceof Loaded.Valid(var schema, var _))) {
            throw new IllegalArgumentException(SCHEMA);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Swagger.write(out, "Initech.TPS", "2026-11-01", List.of(ApiType.of(schema, "2026-11-01")));
        return JsonMapper.shared().readTree(out.toByteArray());
    }

    @Test
    void isOfOneVersionOfANamespace() {
        assertThat(DOCUMENT.path("swagger").asString("")).isEqualTo("2.0");
        assertThat(DOCUMENT.path("info").toString())
                .isEqualTo("{\"title\":\"Initech.TPS\",\"version\":\"2026-11-01\"}");
        assertThat(DOCUMENT.path("paths").propertyNames()).contains("/providers/Initech.TPS/operations", STORY);
    }

    @Test
    void refersToNothingThatIsNotInIt() {
        List<JsonNode> references = DOCUMENT.findValues("$ref");
        assertThat(references).isNotEmpty().allSatisfy(reference -> {
            String pointer = reference.asString("");
            assertThat(pointer).startsWith("#/");
            assertThat(DOCUMENT.at(pointer.substring(1)).isMissingNode())
                    .as(pointer)
                    .isFalse();
        });
    }

    @Test
    void hasNoWordsThatSwaggerDoesNotKnow() {
        assertThat(UNKNOWN)
                .allSatisfy(
                        word -> assertThat(DOCUMENT.findValues(word)).as(word).isEmpty());
    }

    @Test
    void bodiesAreParameters() {
        JsonNode put = DOCUMENT.path("paths").path(STORY).path("put");
        JsonNode body = put.path("parameters")
                .valueStream()
                .filter(parameter -> parameter.path("in").asString("").equals("body"))
                .findFirst()
                .orElseThrow();
        assertThat(body.at("/schema/$ref").asString("")).isEqualTo("#/definitions/Initech.TPS.Story.Input");
        assertThat(put.at("/responses/201/schema/$ref").asString("")).isEqualTo("#/definitions/Initech.TPS.Story");
        assertThat(put.path("x-ms-long-running-operation").asBoolean(false)).isTrue();
    }

    @Test
    void operationsHaveOneUnderscore() {
        assertThat(DOCUMENT.findValues("operationId"))
                .extracting(id -> id.asString(""))
                .contains("Stories_CreateOrUpdate", "Stories_ListByResourceGroup", "Operations_List")
                .allMatch(id -> id.matches("[A-Za-z0-9]+_[A-Za-z0-9]+"))
                .doesNotHaveDuplicates();
    }

    @Test
    void secretsAreMarked() {
        JsonNode properties = DOCUMENT.at("/definitions/Initech.TPS.Story.Properties/properties");
        assertThat(properties.at("/Secret/x-ms-secret").asBoolean(false)).isTrue();
        assertThat(DOCUMENT.at("/definitions/Initech.TPS.Story.State/properties")
                        .has("Secret"))
                .isFalse();
    }
}
