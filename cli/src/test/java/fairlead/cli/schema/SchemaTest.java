package fairlead.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaTest {

    private static final String SCHEMA = """
        {"typeName": "Initech::TPS::Report", "description": "A report.", "additionalProperties": false,
         "primaryIdentifier": ["/properties/Name"], "required": ["Name"],
         "properties": {"Name": {"type": "string", "pattern": "^[a-z]{3}$"}, "Size": {"type": "integer"}},
         "handlers": {"create": {"permissions": ["tps:PutReport"]}, "read": {"permissions": ["tps:Get*"]}}}
        """;

    @TempDir
    private Path folder;

    private final Shell shell = new Shell("http://127.0.0.1:1");
    private String file = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("report.json"), SCHEMA).toString();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void becomesAReference() {
        assertThat(shell.run("schema", "docs", file).out())
                .startsWith("# Initech::TPS::Report\n")
                .contains("| `Name` |", "```json");
    }

    @Test
    void becomesAPolicyWithRemarksBesideIt() {
        Ran ran = shell.run("schema", "policy", file);

        assertThat(json(ran.out()).at("/Statement/0/Action").toString()).isEqualTo("[\"tps:Get*\",\"tps:PutReport\"]");
        assertThat(ran.err()).isEqualTo("read: 'tps:Get*' is a wildcard\n");
        assertThat(json(shell.run("schema", "policy", file, "--by-handler").out())
                        .path("Statement"))
                .hasSize(2);
    }

    @Test
    void becomesExamplesThatASeedBringsBack() {
        assertThat(json(shell.run("schema", "example", file, "--minimal").out()).propertyNames())
                .containsExactly("Name");
        assertThat(json(shell.run("schema", "example", file, "--full").out()).propertyNames())
                .containsExactly("Name", "Size");
        assertThat(shell.run("schema", "example", file, "--seed", "5").out())
                .isEqualTo(shell.run("schema", "example", file, "--seed", "5").out());
        assertThat(shell.run("schema", "example", file, "--count", "4").out().lines())
                .hasSize(4);
    }

    @Test
    void becomesOpenApi() {
        JsonNode document = json(shell.run("schema", "openapi", file).out());
        assertThat(document.path("openapi").asString("")).isEqualTo("3.1.0");
        assertThat(document.at("/components/schemas").has("Initech.TPS.Report.Properties"))
                .isTrue();
    }

    @Test
    void isReadFromStandardInputAndAsYaml() {
        shell.typing("""
            typeName: Initech::TPS::Note
            description: A note.
            additionalProperties: false
            primaryIdentifier: [/properties/Name]
            properties: {Name: {type: string}}
            """);
        assertThat(shell.run("schema", "docs", "-").out()).startsWith("# Initech::TPS::Note\n");
    }

    @Test
    void goesToAFile() throws IOException {
        Path target = folder.resolve("report.md");
        Ran ran = shell.run("schema", "docs", file, "--out", target.toString());

        assertThat(ran.out()).isEmpty();
        assertThat(target).content().startsWith("# Initech::TPS::Report\n");
    }

    @Test
    void isRefusedWithAllThatIsWrong() throws IOException {
        Files.writeString(Path.of(file), SCHEMA.replace("\"type\": \"integer\"", "\"type\": \"whole\""));
        Ran ran = shell.run("schema", "docs", file);

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err()).contains("/properties/Size/type", "report.json is no valid schema");
    }

    @Test
    void thatNothingFitsHasNoExample() throws IOException {
        Files.writeString(Path.of(file), SCHEMA.replace("^[a-z]{3}$\"", "^[a-z]{3}$\", \"maxLength\": 2"));
        Ran ran = shell.run("schema", "example", file);

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err()).contains("no example can be made: at '/properties/Name'");
    }
}
