package fairlead.document.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiTest {

    private static final String SCHEMA = """
        {"typeName": "Initech::TPS::Story", "description": "A story.", "additionalProperties": false,
         "primaryIdentifier": ["/properties/Id"], "required": ["Id", "Text", "Secret"],
         "readOnlyProperties": ["/properties/Id"], "writeOnlyProperties": ["/properties/Secret"],
         "createOnlyProperties": ["/properties/Kind"],
         "definitions": {"Words": {"type": "string"}, "Number": {"type": "integer"}},
         "properties": {"Id": {"type": "string"}, "Secret": {"type": "string"}, "Kind": {"type": "string"},
           "Text": {"$ref": "#/definitions/Words", "maxLength": 3, "description": "Words."},
           "Count": {"$ref": "#/definitions/Number"},
           "More": {"type": "object", "additionalProperties": false, "dependencies": {"A": ["B"]},
             "properties": {"A": {"type": "string"}, "B": {"type": "array", "insertionOrder": false,
               "items": {"type": "string"}}}}}}
        """;

    private static ResourceSchema schema(byte[] json) {
        return switch (ResourceSchema.parse(json)) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalArgumentException(findings.toString());
        };
    }

    private static JsonNode document() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenApi.writeType(out, ApiType.of(schema(SCHEMA.getBytes(StandardCharsets.UTF_8)), "2026-11-01"));
        return JsonMapper.shared().readTree(out.toByteArray());
    }

    private static JsonNode component(String name) {
        return document().path("components").path("schemas").path("Initech.TPS.Story" + name);
    }

    @Test
    void aTypeHasAddressesOfItsOwn() {
        assertThat(document().path("paths").propertyNames())
                .contains(
                        "/subscriptions/{subscriptionId}/providers/Initech.TPS/stories",
                        "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Initech.TPS/stories",
                        "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Initech.TPS/stories"
                            + "/{storiesName}");
    }

    @Test
    void whatCountedForNothingBesideAReferenceIsLeftOut() {
        assertThat(component(".Properties").at("/properties/Text").toString())
                .isEqualTo(
                        "{\"$ref\":\"#/components/schemas/Initech.TPS.Story.definitions.Words\",\"description\":\"Words.\"}");
    }

    @Test
    void definitionsAreComponents() {
        assertThat(component(".definitions.Words").path("type").asString("")).isEqualTo("string");
        assertThat(component(".definitions.Number").path("type").asString("")).isEqualTo("integer");
    }

    @Test
    void whatACallerCannotSetIsNotRequired() {
        assertThat(component(".Properties").path("required").toString()).isEqualTo("[\"Text\",\"Secret\"]");
        assertThat(component(".Properties").at("/properties/Id/readOnly").asBoolean())
                .isTrue();
    }

    @Test
    void whatIsNeverShownIsNotInAnAnswer() {
        assertThat(component(".State").path("properties").propertyNames())
                .containsExactly("provisioningState", "Id", "Kind", "Text", "Count", "More");
        assertThat(component(".Properties").at("/properties/Secret/writeOnly").asBoolean())
                .isTrue();
    }

    @Test
    void keywordsHaveTheirNewNames() {
        JsonNode more = component(".Properties").at("/properties/More");
        assertThat(more.path("dependentRequired").toString()).isEqualTo("{\"A\":[\"B\"]}");
        assertThat(more.at("/properties/B/x-insertionOrder").asBoolean(true)).isFalse();
    }

    @Test
    void generatorsOfClientsAreToldWhatGoesOnAndWhatHasPages() {
        String list =
                "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Initech.TPS/stories";
        JsonNode story = document().path("paths").path(list + "/{storiesName}");
        for (String method : List.of("put", "patch", "delete")) {
            assertThat(story.path(method).path("x-ms-long-running-operation").asBoolean(false))
                    .as(method)
                    .isTrue();
        }
        assertThat(story.path("get").has("x-ms-long-running-operation")).isFalse();
        assertThat(document()
                        .path("paths")
                        .path(list)
                        .at("/get/x-ms-pageable/nextLinkName")
                        .asString(""))
                .isEqualTo("nextLink");
    }

    @Test
    void generatorsOfClientsAreToldWhatCanBeGivenAndWhatIsSecret() {
        JsonNode properties = component(".Properties").path("properties");
        assertThat(properties.at("/Secret/x-ms-secret").asBoolean(false)).isTrue();
        assertThat(properties.at("/Secret/x-ms-mutability").toString()).isEqualTo("[\"create\",\"update\"]");
        assertThat(properties.at("/Kind/x-ms-mutability").toString()).isEqualTo("[\"create\",\"read\"]");
        assertThat(properties.path("More").has("x-ms-mutability")).isFalse();
        assertThat(component("").path("x-ms-azure-resource").asBoolean(false)).isTrue();
    }

    @Test
    void aRequestTakesWhatTheServerTakesAndNothingElse() {
        assertThat(component(".Input").path("required").toString()).isEqualTo("[\"location\",\"properties\"]");
        assertThat(component(".Input").path("additionalProperties").asBoolean(true))
                .isFalse();
        assertThat(component(".Input").at("/properties/tags/$ref").asString("")).endsWith("/Tags.Input");
        assertThat(component(".Changes").path("additionalProperties").asBoolean(true))
                .isFalse();
        assertThat(component(".PropertyChanges").path("additionalProperties").asBoolean(true))
                .isFalse();
        assertThat(component(".PropertyChanges").path("properties").propertyNames())
                .containsExactlyInAnyOrder("Secret", "Text", "Count", "More", "provisioningState");
    }

    @Test
    void aNameHasToBeWhatItFillsIn() {
        String schema = SCHEMA.replace("\"readOnlyProperties\": [\"/properties/Id\"], ", "")
                .replace("\"Id\": {\"type\": \"string\"}", "\"Id\": {\"type\": \"string\", \"pattern\": \"^[a-z]+$\"}");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenApi.writeType(out, ApiType.of(schema(schema.getBytes(StandardCharsets.UTF_8)), "2026-11-01"));
        JsonNode named = JsonMapper.shared().readTree(out.toByteArray());
        assertThat(named.findValues("parameters").toString()).contains("\"pattern\":\"^[a-z]+$\"");
        JsonNode properties = named.at("/components/schemas/Initech.TPS.Story.Properties");
        assertThat(properties.path("required").toString()).isEqualTo("[\"Text\",\"Secret\"]");
        assertThat(properties.at("/properties/Id/readOnly").asBoolean(false)).isTrue();
    }

    @Test
    void aNameIsFreeWhereAnIdentifierIsNone() {
        String schema = SCHEMA.replace("\"readOnlyProperties\": [\"/properties/Id\"], ", "")
                .replace(
                        "\"Id\": {\"type\": \"string\"}",
                        "\"Id\": {\"type\": \"string\", \"pattern\": \"^arn:[a-z:]+$\"}");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenApi.writeType(out, ApiType.of(schema(schema.getBytes(StandardCharsets.UTF_8)), "2026-11-01"));
        JsonNode named = JsonMapper.shared().readTree(out.toByteArray());
        assertThat(named.findValues("parameters").toString()).doesNotContain("arn:");
        JsonNode properties = named.at("/components/schemas/Initech.TPS.Story.Properties");
        assertThat(properties.path("required").toString()).isEqualTo("[\"Text\",\"Secret\"]");
        assertThat(properties.at("/properties/Id/readOnly").isMissingNode()).isTrue();
        assertThat(properties.at("/properties/Id/x-ms-mutability").toString()).isEqualTo("[\"create\",\"read\"]");
        assertThat(named.at("/components/schemas/Initech.TPS.Story.PropertyChanges/properties")
                        .has("Id"))
                .isFalse();
    }

    @Test
    @EnabledIfSystemProperty(named = "corpus", matches = ".+")
    void everyPublishedTypeAtOnce() throws IOException {
        List<ApiType> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("corpus"), "cfn", "aws"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                if (ResourceSchema.parse(Files.readAllBytes(file)) instanceof Loaded.Valid(var schema, var _)) {
                    types.add(ApiType.of(schema, "2026-11-01"));
                }
            }
        }
        long start = System.nanoTime();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenApi.writeServer(out, types, List.of("local"));
        System.out.printf(
                "%d types, %d bytes, %d ms%n", types.size(), out.size(), (System.nanoTime() - start) / 1_000_000);
        JsonNode document = JsonMapper.shared().readTree(out.toByteArray());
        List<String> missing = new ArrayList<>();
        for (JsonNode reference : document.findValues("$ref")) {
            String pointer = reference
                    .asString("")
                    .replaceFirst("^#", "")
                    .replace("%20", " ")
                    .replace("%25", "%");
            if (document.at(pointer).isMissingNode()) {
                missing.add(reference.toString());
            }
        }
        assertThat(missing).isEmpty();
    }
}
