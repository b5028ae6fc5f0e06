package fairlead.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The commands that compare; they ask no server.
class CompareTest {

    private static final String SCHEMA = """
        {'typeName': 'Initech::TPS::Report', 'description': 'A report.', 'additionalProperties': false,
         'properties': {
             'Id': {'type': 'string'}, 'Department': {'type': 'string'}, 'Copies': {'type': 'integer', 'default': 1},
             'Key': {'type': 'string'}, 'Title': {'type': 'string', 'maxLength': 60},
             'Readers': {'type': 'array', 'insertionOrder': false, 'items': {'type': 'string'}}},
         'primaryIdentifier': ['/properties/Id'], 'readOnlyProperties': ['/properties/Id'],
         'createOnlyProperties': ['/properties/Department'], 'writeOnlyProperties': ['/properties/Key'],
         'handlers': {'create': {'permissions': []}, 'read': {'permissions': []}, 'delete': {'permissions': []}},
         'tagging': {'taggable': false}}
        """;

    private final Shell shell = new Shell("http://127.0.0.1:1");

    @TempDir
    Path folder;

    private String schema = "";

    @BeforeEach
    void write() throws IOException {
        schema = file("report.json", SCHEMA);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace('\'', '"')).toString();
    }

    @Nested
    class ADiff {

        @Test
        void isEmptyWhereBothAreTheSame() throws IOException {
            String before = file("a.json", "{'Copies': 1, 'Readers': ['a', 'b']}");
            String after = file("b.json", "{'Readers': ['b', 'a']}");

            assertThat(shell.run("diff", before, after, "--schema", schema)).isEqualTo(new Ran(0, "", ""));
        }

        @Test
        void isATreeForPeople() throws IOException {
            String before = file("a.json", "{'Department': 'sales', 'Key': 'geheim', 'Readers': ['a', 'b']}");
            String after = file("b.json", "{'Department': 'legal', 'Key': 'auch geheim', 'Readers': ['c', 'b']}");

            assertThat(shell.run("diff", before, after, "--schema", schema)).isEqualTo(new Ran(1, """
                ~ Department: "sales" -> "legal"  (replaces the resource)
                ~ Key: (not shown) -> (not shown)  (updates in place)
                ~ Readers
                  - [0]: "a"  (updates in place)
                  + [0]: "c"  (updates in place)
                """, ""));
        }

        @Test
        void isAPatchForPrograms() throws IOException {
            String before = file("a.json", "{'Department': 'sales', 'Key': 'geheim'}");
            String after = file("b.json", "{'Department': 'legal', 'Key': 'auch geheim'}");

            Ran ran = shell.run("diff", before, after, "--schema", schema, "-o", "json");

            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.out())
                    .isEqualTo(
                            "[{\"op\":\"replace\",\"path\":\"/Department\",\"value\":\"legal\",\"effect\":\"replacement\"},{\"op\":\"replace\",\"path\":\"/Key\",\"hidden\":[\"/Key\"],\"effect\":\"no-interruption\"}]\n");
        }

        @Test
        void pointsToTheOtherCommandForSchemas() {
            Ran ran = shell.run("diff", schema, schema);

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("both are schemas, and 'fairlead evolve ");
        }

        @Test
        void exitsLikeDiffOnTrouble() throws IOException {
            String wrong = file("wrong.json", "[");
            String model = file("a.json", "{}");

            assertThat(shell.run("diff", model, model).err()).contains("--schema FILE says by which schema to compare");
            assertThat(shell.run("diff", model, wrong, "--schema", schema).exit())
                    .isEqualTo(2);
            assertThat(shell.run("diff", model, model, "--schema", wrong).exit())
                    .isEqualTo(2);
            assertThat(shell.run("diff", model, model, "--schema", model).err()).contains("is no valid schema");
            assertThat(shell.run("diff", model, "missing.json", "--schema", schema)
                            .exit())
                    .isEqualTo(2);
        }
    }

    @Nested
    class AnEvolution {

        @Test
        void isNothingWhereNothingChanged() {
            assertThat(shell.run("evolve", schema, schema))
                    .isEqualTo(new Ran(0, "", "nothing has changed that matters\n"));
        }

        @Test
        void failsIfSomethingBreaks() throws IOException {
            String newer = file("newer.json", SCHEMA.replace("'maxLength': 60", "'maxLength': 40"));

            Ran ran = shell.run("evolve", schema, newer);

            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.out())
                    .contains("VERDICT", "breaking  limit-narrowed  /properties/Title  {\"maxLength\":60}");
            assertThat(ran.err()).isEqualTo("1 breaking, 0 risky, 0 compatible\n");
        }

        @Test
        void passesIfNothingBreaks() throws IOException {
            String newer = file("newer.json", SCHEMA.replace("'maxLength': 60", "'maxLength': 80"));

            assertThat(shell.run("evolve", schema, newer).exit()).isZero();
        }

        @Test
        void comparesWhatCloudFormationAcceptsByItsProfile() throws IOException {
            String imperfect =
                    file("imperfect.json", SCHEMA.replace("'typeName'", "'required': ['Nothing'], 'typeName'"));

            assertThat(shell.run("evolve", imperfect, schema).exit()).isEqualTo(2);
            assertThat(shell.run("evolve", imperfect, schema, "--profile", "cloudformation")
                            .exit())
                    .isZero();
            assertThat(shell.run("schema", "example", imperfect, "--profile", "cloudformation")
                            .err())
                    .doesNotContain("is no valid schema");
            assertThat(shell.run("validate", imperfect, "--profile", "cloudformation")
                            .exit())
                    .isZero();
            assertThat(shell.run("validate", imperfect).exit()).isEqualTo(1);
        }

        @Test
        void isJsonForPrograms() throws IOException {
            String newer = file("newer.json", SCHEMA.replace("'maxLength': 60", "'maxLength': 40"));

            var json = JsonMapper.shared()
                    .readTree(shell.run("evolve", schema, newer, "-o", "json").out());

            assertThat(json.path("verdict").asString()).isEqualTo("breaking");
            assertThat(json.path("changes")).hasSize(1);
            assertThat(json.at("/changes/0/rule").asString()).isEqualTo("limit-narrowed");
            assertThat(json.at("/changes/0/concern").asString()).isEqualTo("input");
            assertThat(json.at("/changes/0/new/maxLength").asInt()).isEqualTo(40);
        }
    }
}
