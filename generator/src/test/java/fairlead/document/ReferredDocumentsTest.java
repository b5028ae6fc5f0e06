package fairlead.document;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.document.openapi.ApiType;
import fairlead.document.openapi.OpenApi;
import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import fairlead.schema.reference.TypeDocuments;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a type refers to in the schema of another is known wherever its own schema is used.
class ReferredDocumentsTest {

    private static final JsonNode COVER =
            type("Cover", "{'Id': {'type': 'string', 'pattern': '^cover-[0-9]{3}$', 'description': 'Which cover.'}}");
    private static final ResourceSchema REPORT = schema(
            type(
                    "Report",
                    "{'Id': {'type': 'string', 'minLength': 1}, 'Cover': {'$ref':"
                            + " 'initech-tps-cover.json#/properties/Id'}}"),
            TypeDocuments.of(List.of(COVER)));

    private static JsonNode type(String name, String properties) {
        return JsonMapper.shared()
                .readTree(
                        ("{'typeName': 'Initech::TPS::" + name + "', 'description': '.', 'additionalProperties': false,"
                                        + " 'properties': " + properties + ", 'primaryIdentifier': ['/properties/Id'],"
                                        + " 'required': ['Id']}")
                                .replace('\'', '"'));
    }

    private static ResourceSchema schema(JsonNode document, Documents others) {
        return switch (ResourceSchema.load(document, others)) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalArgumentException(findings.toString());
        };
    }

    @Test
    void examplesFollowIt() {
        Generated<ObjectNode> made = Generator.of(REPORT).input(1, Size.MAXIMAL);

        assertThat(made).isInstanceOf(Generated.Made.class);
        ObjectNode example = ((Generated.Made<ObjectNode>) made).value();
        assertThat(example.path("Cover").stringValue()).matches("cover-[0-9]{3}");
    }

    @Test
    void theReferenceExplainsIt() {
        assertThat(Reference.of(REPORT)).contains("### InitechTpsCoverId", "`^cover-[0-9]{3}$`", "Which cover.");
    }

    @Test
    void openApiHasItAmongTheComponents() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OpenApi.writeType(out, ApiType.of(REPORT, "2026-11-01"));
        JsonNode components = JsonMapper.shared().readTree(out.toByteArray()).at("/components/schemas");

        assertThat(components
                        .at("/Initech.TPS.Report.Properties/properties/Cover/$ref")
                        .stringValue())
                .isEqualTo("#/components/schemas/Initech.TPS.Report.definitions.InitechTpsCoverId");
        assertThat(components
                        .at("/Initech.TPS.Report.definitions.InitechTpsCoverId/pattern")
                        .stringValue())
                .isEqualTo("^cover-[0-9]{3}$");
    }
}
