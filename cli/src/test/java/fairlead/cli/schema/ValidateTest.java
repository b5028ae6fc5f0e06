package fairlead.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ValidateTest {

    private static final String SOUND = """
        typeName: Initech::TPS::Report
        description: A report.
        additionalProperties: false
        properties:
          Id: {type: string}
          Cover: {$ref: "initech-tps-cover.json#/properties/Id"}
        primaryIdentifier: [/properties/Id]
        readOnlyProperties: [/properties/Id]
        tagging: {taggable: false}
        handlers:
          create: {permissions: []}
          read: {permissions: []}
          delete: {permissions: []}
        """;

    private static final String COVER = """
        {
          "typeName": "Initech::TPS::Cover",
          "description": "A cover.",
          "additionalProperties": false,
          "properties": {
            "Id": {"type": "string"},
            "Lines": {"type": "array", "items": {"type": "string"}}
          },
          "primaryIdentifier": ["/properties/Id"],
          "readOnlyProperties": ["/properties/Id", "/properties/Made"],
          "tagging": {"taggable": false},
          "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}
        }
        """;

    private final Shell shell = new Shell("http://127.0.0.1:1");

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("a")).resolve("report.yaml"), SOUND);
        Files.writeString(Files.createDirectories(folder.resolve("b")).resolve("cover.json"), COVER);
        Files.writeString(folder.resolve("package.json"), "{\"name\": \"other\"}");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void tellsWhereInAFolderWhatIsWrong() {
        Ran ran = shell.run("validate", folder.toString());

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .isEqualTo(file("b/cover.json") + ":7:5: warning: expected insertionOrder, true or false, in a list,"
                        + " found none; the order then counts as a difference"
                        + " [schema.insertion-order at /properties/Lines]\n"
                        + "    Add \"insertionOrder\": false if the order means nothing, true if it does.\n"
                        + file("b/cover.json") + ":10:44: error: expected the path of a property, found"
                        + " '/properties/Made', which the schema does not have"
                        + " [schema.pointer-missing at /readOnlyProperties/1]\n"
                        + "    Correct the path, or declare the property.\n"
                        + "\n"
                        + "2 schemas: 1 error in 1 file, 1 warning in 1 file; 1 other file left out\n");
    }

    @Test
    void leavesWarningsOutWhereItIsToBeQuiet() {
        assertThat(shell.run("validate", "--quiet", folder.toString()).out())
                .doesNotContain("insertionOrder")
                .contains("1 warning in 1 file");
    }

    @Test
    void letsWarningsPassUnlessItIsStrict() throws IOException {
        Files.writeString(folder.resolve("b/cover.json"), COVER.replace(", \"/properties/Made\"", ""));

        assertThat(shell.run("validate", folder.toString()).exit()).isZero();
        assertThat(shell.run("validate", "--strict", folder.toString()).exit()).isEqualTo(1);
    }

    @Test
    void tellsWhereAReferenceWasLookedFor() {
        Ran alone = shell.run("validate", file("a/report.yaml"));

        assertThat(alone.exit()).isEqualTo(1);
        assertThat(alone.out())
                .contains(":6:11: error: expected the document 'initech-tps-cover.json', found none")
                .contains("there is no file " + folder.resolve("a/initech-tps-cover.json"));
    }

    @Test
    void findsWhatIsReferredToInAFolderThatIsNamed() throws IOException {
        Files.writeString(folder.resolve("b/initech-tps-cover.json"), COVER);

        Ran ran = shell.run("validate", "--references", file("b"), file("a/report.yaml"));

        assertThat(ran.out()).isEqualTo("1 schema: nothing wrong\n");
        assertThat(ran.exit()).isZero();
    }

    @Test
    void takesAFileThatCanNotBeReadForAFinding() throws IOException {
        Files.writeString(folder.resolve("b/cover.json"), "{\n  \"typeName\": oops\n}");

        Ran ran = shell.run("validate", folder.toString(), file("nothing.json"));

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .contains(file("b/cover.json") + ":2:")
                .contains("[schema.json]")
                .contains(file("nothing.json") + ":1:1: error: expected a file that can be read, found no such file");
    }

    @Test
    void takesAFolderWithoutASchemaForAMistake() throws IOException {
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("package.json"), "{\"name\": \"other\"}");

        Ran ran = shell.run("validate", other.toString());

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("there is no schema in " + other + ": 1 other file");
    }

    @Test
    void readsStandardInput() {
        assertThat(shell.typing(COVER).run("validate", "-").out()).startsWith("-:7:5: warning: ");
    }

    @Test
    void isColouredOnATerminalOnly() {
        assertThat(shell.run("validate", folder.toString()).out()).doesNotContain("\u001b");
        assertThat(shell.on(new Terminal(false, true, true, 80, true))
                        .run("validate", folder.toString())
                        .out())
                .contains("\u001b[31merror\u001b[0m");
    }

    @Test
    void answersProgramsInJson() {
        JsonNode json = JsonMapper.shared()
                .readTree(shell.run("validate", "-o", "json", folder.toString()).out());

        assertThat(json.at("/summary/errors").asInt()).isEqualTo(1);
        assertThat(json.at("/files/0/typeName").asString()).isEqualTo("Initech::TPS::Report");
        assertThat(json.at("/files/0/valid").asBoolean()).isTrue();
        JsonNode finding = json.at("/files/1/findings/1");
        assertThat(finding.path("pointer").asString()).isEqualTo("/readOnlyProperties/1");
        assertThat(finding.path("line").asInt()).isEqualTo(10);
        assertThat(finding.path("column").asInt()).isEqualTo(44);
        assertThat(finding.path("mend").asString()).isNotEmpty();
    }

    @Test
    void answersScannersInSarif() {
        JsonNode log = JsonMapper.shared()
                .readTree(
                        shell.run("validate", "-o", "sarif", folder.toString()).out());

        assertThat(log.path("version").asString()).isEqualTo("2.1.0");
        assertThat(log.at("/runs/0/tool/driver/name").asString()).isEqualTo("fairlead");
        JsonNode result = log.at("/runs/0/results/1");
        assertThat(result.path("level").asString()).isEqualTo("error");
        assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt())
                .isEqualTo(10);
        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asString())
                .startsWith("file:///")
                .endsWith("/b/cover.json");
        int index = result.path("ruleIndex").asInt();
        assertThat(log.at("/runs/0/tool/driver/rules/" + index + "/id").asString())
                .isEqualTo(result.path("ruleId").asString());
    }

    @Test
    void drawsWhatDependsOnWhat() {
        assertThat(shell.run("graph", folder.toString()).out()).isEqualTo("""
            Initech::TPS::Report
              /properties/Cover -> Initech::TPS::Cover /properties/Id ($ref)
            """);
        assertThat(shell.run("graph", "-o", "dot", folder.toString()).out())
                .contains("\"Initech::TPS::Report\" -> \"Initech::TPS::Cover\" [label=\"Cover\"];");
        assertThat(JsonMapper.shared()
                        .readTree(shell.run("graph", "-o", "json", folder.toString())
                                .out())
                        .at("/relationships/0/to")
                        .asString())
                .isEqualTo("Initech::TPS::Cover");
    }
}
