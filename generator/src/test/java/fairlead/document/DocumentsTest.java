package fairlead.document;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DocumentsTest {

    private static final ResourceSchema REPORT = schema("""
        {"typeName": "Initech::TPS::Report", "description": "A report | with a <cover>.",
         "additionalProperties": false, "primaryIdentifier": ["/properties/Id"],
         "required": ["Title", "Owner"],
         "definitions": {
           "Owner": {"type": "object", "additionalProperties": false, "required": ["Name"],
             "properties": {"Name": {"type": "string", "pattern": "^[a-z|]+$"}, "Since": {"type": "string"},
               "Deputy": {"$ref": "#/definitions/Owner"}}}},
         "properties": {
           "Id": {"type": "string", "minLength": 1},
           "Title": {"type": "string", "minLength": 1, "maxLength": 40, "description": "One *line*."},
           "Secret": {"type": "string"},
           "Owner": {"$ref": "#/definitions/Owner"},
           "Pages": {"type": "array", "maxItems": 3, "insertionOrder": false, "items": {"type": "object",
             "additionalProperties": false, "properties": {"Number": {"type": "integer", "default": 1}}}}},
         "readOnlyProperties": ["/properties/Id", "/properties/Owner/Since"],
         "writeOnlyProperties": ["/properties/Secret"], "createOnlyProperties": ["/properties/Title"],
         "tagging": {"taggable": false},
         "handlers": {
           "create": {"permissions": ["tps:PutReport", "TPS:putreport", "s3:Get*"], "timeoutInMinutes": 5},
           "read": {"permissions": ["tps:GetReport"]},
           "update": {"permissions": ["tps:PutReport"]},
           "delete": {"permissions": ["not an action"]},
           "list": {"permissions": []}}}
        """);

    static ResourceSchema schema(String json) {
        return switch (ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalArgumentException(findings.toString());
        };
    }

    @Test
    void aPolicyHasEachActionOnceAndSorted() {
        JsonNode statement = Policy.merged(REPORT).document().path("Statement").path(0);
        assertThat(statement.path("Action").valueStream().map(action -> action.asString("")))
                .containsExactly("s3:Get*", "tps:GetReport", "tps:PutReport");
        assertThat(statement.path("Effect").asString("")).isEqualTo("Allow");
        assertThat(Policy.merged(REPORT).document().path("Version").asString(""))
                .isEqualTo("2012-10-17");
    }

    @Test
    void aPolicyByHandlerHasAStatementForEachThatNeedsOne() {
        JsonNode statements = Policy.byHandler(REPORT).document().path("Statement");
        assertThat(statements.valueStream().map(one -> one.path("Sid").asString("")))
                .containsExactly("Create", "Read", "Update");
    }

    @Test
    void aPolicySaysWhatIsOddAboutIt() {
        assertThat(Policy.merged(REPORT).notes())
                .containsExactly(
                        "create: 's3:Get*' is a wildcard",
                        "delete: 'not an action' is no IAM action and is left out",
                        "list: names no permissions");
    }

    @Test
    void aReferenceHasTheTypeItsPropertiesAndItsDefinitions() {
        assertThat(Reference.of(REPORT))
                .startsWith("# Initech::TPS::Report\n\nA report \\| with a &lt;cover&gt;.\n")
                .contains("| Primary identifier | `Id` |\n")
                .contains("create (5 min), read (30 s), update (120 min), delete (120 min), list (30 s)")
                .contains("| Tags | none |\n")
                .contains("| `Id` | string; at least 1 characters | read-only | - |\n")
                .contains("| `Title` | string; 1 to 40 characters | required, create-only | One \\*line\\*. |\n")
                .contains("| `Secret` | string | write-only | - |\n")
                .contains("| `Owner` | [Owner](#owner) | required | - |\n")
                .contains("| `Pages` | array of object; at most 3 items | - | - |\n")
                .contains("| `Pages[].Number` | integer; default `1` | - | - |\n")
                .contains("### Owner\n")
                .contains("| `Name` | string; matches `^[a-z\\|]+$` | required | - |\n")
                .contains("| `Since` | string | read-only | - |\n")
                .contains("| `Deputy` | [Owner](#owner) | - | - |\n")
                .contains("## Example\n\n```json\n{");
    }
}
