package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.reference.Documents;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ProfileTest {

    private static Loaded load(String more, Profile profile) {
        String text = """
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": false,
             "definitions": {"Loop": {"$ref": "#/definitions/Loop"}},
             "properties": {"Name": {"type": "string"}, "Parts": {"type": "array", "items": {"type": "string"}}, "Owner":
              {"type": "object", "additionalProperties": false, "properties": {"Id": {"type": "integer"}}}},
             "primaryIdentifier": ["/properties/Name"], "tagging": {"taggable": false},
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}, %s}
            """.formatted(more.replace('\'', '"'));
        return ResourceSchema.parse(text.getBytes(StandardCharsets.UTF_8), Documents.none(), profile);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'createOnlyProperties': ['/properties/Nowhere', '/properties/Owner/Nowhere']",
                "'readOnlyProperties': ['/properties/Parts/*/Id']",
                "'writeOnlyProperties': ['', '/properties/Nowhere']",
                "'nonPublicDefinitions': ['/definitions/Nothing']",
                "'additionalIdentifiers': [['/properties/Parts'], ['/properties/Nowhere'], ['/property1']]",
                "'required': ['Tags']",
                "'oneOf': [{'required': ['Tags']}, {'required': ['Name']}]",
                "'replacementStrategy': 'delete_then_create'",
                "'primaryIdentifier': ['/property1']",
                "'primaryIdentifier': ['/properties/Parts']",
                "'primaryIdentifier': ['/properties/Nowhere']",
                "'primaryIdentifier': ['/properties/Parts/*']"
            })
    void whatCloudFormationDoesNotAskIsAWarningByItsProfile(String flaw) {
        assertThat(load(flaw, Profile.STRICT)).isInstanceOf(Loaded.Invalid.class);
        assertThat(load(flaw, Profile.CLOUDFORMATION)).isInstanceOfSatisfying(Loaded.Valid.class, valid -> {
            assertThat(valid.warnings()).isNotEmpty().noneMatch(Finding::isError);
            assertThat(valid.schema().profile()).isEqualTo(Profile.CLOUDFORMATION);
            answers(valid.schema());
        });
    }

    /// No question about a model fails for a path that leads nowhere.
    private static void answers(ResourceSchema schema) {
        ObjectNode model = json("{'Name': 'a', 'Parts': ['b'], 'Owner': {'Id': 1}}");
        schema.validateModel(model);
        schema.identifier(model);
        schema.identifierModel(model);
        schema.additionalIdentifiers();
        assertThat(schema.overlay(schema.withoutWriteOnly(model), schema.onlyWriteOnly(model)))
                .isEqualTo(model);
        schema.withoutReadOnly(model);
        schema.changed(model, json("{}"), schema.createOnly());
        assertThat(schema.equal(model, model)).isTrue();
    }

    @Test
    void whatEveryToolRefusesIsAnErrorByBoth() {
        assertThat(load("'properties': {}", Profile.CLOUDFORMATION)).isInstanceOf(Loaded.Invalid.class);
    }

    @Test
    void aRequestHasTheWholeModelAndTheIdentifierThatWasAskedFor() {
        ObjectNode known = json("{'Name': 'old', 'Owner': {'Id': 1, 'Team': 't'}}");
        ObjectNode identifier = json("{'Name': 'new', 'Owner': {'Id': 2}}");

        assertThat(Profile.CLOUDFORMATION.request(identifier, known))
                .isEqualTo(json("{'Name': 'new', 'Owner': {'Id': 2, 'Team': 't'}}"));
        assertThat(Profile.STRICT.request(identifier, known)).isEqualTo(identifier);
    }

    @Test
    void aSchemaMayBeOpenAtItsTopByTheProfileOfAzureAlone() {
        String open = """
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": true,
             "properties": {"Name": {"type": "string"}}, "primaryIdentifier": ["/properties/Name"],
             "tagging": {"taggable": false}}
            """;
        byte[] document = open.getBytes(StandardCharsets.UTF_8);

        assertThat(ResourceSchema.parse(document, Documents.none(), Profile.STRICT))
                .isInstanceOf(Loaded.Invalid.class);
        assertThat(ResourceSchema.parse(document, Documents.none(), Profile.CLOUDFORMATION))
                .isInstanceOf(Loaded.Invalid.class);
        assertThat(ResourceSchema.parse(document, Documents.none(), Profile.AZURE))
                .isInstanceOfSatisfying(
                        Loaded.Valid.class,
                        valid -> assertThat(valid.schema().validateInput(json("{'Name': 'a', 'Unheard': {'of': 1}}")))
                                .isEmpty());
    }

    @Test
    void aSchemaIsOpenOrNotByTheProfileOfAzure() {
        byte[] neither = """
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": "perhaps",
             "properties": {"Name": {"type": "string"}}, "primaryIdentifier": ["/properties/Name"],
             "tagging": {"taggable": false}}
            """.getBytes(StandardCharsets.UTF_8);

        assertThat(ResourceSchema.parse(neither, Documents.none(), Profile.AZURE))
                .isInstanceOf(Loaded.Invalid.class);
    }

    @Test
    void isReadFromItsWord() {
        assertThat(Profile.of("cloudformation")).isEqualTo(Profile.CLOUDFORMATION);
        assertThatThrownBy(() -> Profile.of("loose"))
                .hasMessage("expected one of strict, cloudformation, azure; found 'loose'");
        assertThat(Optional.of(Profile.STRICT).map(Profile::wireName)).contains("strict");
    }
}
