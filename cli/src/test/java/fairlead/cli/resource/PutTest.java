package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.input.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class PutTest {

    private static final String PUT_A = "PUT " + Lab.A;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server().on(PUT_A, reply(201, Lab.thing("Succeeded")));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode sent() {
        return server.asked(PUT_A).getLast().json();
    }

    private void runsWell(String... args) {
        Ran ran = shell.run(args);
        assertThat(ran.exit()).as(ran.err()).isZero();
    }

    @Nested
    class ThePropertyOptions {
        @Test
        void takeJsonAndText() {
            runsWell("put", "Fairlead::Lab::Thing", "a", "-p", "Size=3", "-p", "Open=true", "-p", "Note=so = so");

            assertThat(sent().path("properties")).isEqualTo(json("{'Size':3,'Open':true,'Note':'so = so'}"));
        }

        @Test
        void reachIntoObjectsAndLists() {
            runsWell(
                    "put",
                    "Fairlead.Lab/things",
                    "a",
                    "-p",
                    "Disks[0].Size=1",
                    "-p",
                    "Disks[1].Size=2",
                    "-p",
                    "A.B={}");

            assertThat(sent().path("properties")).isEqualTo(json("{'Disks':[{'Size':1},{'Size':2}],'A':{'B':{}}}"));
        }

        @Test
        void keepANumberAsTextWhereTheSchemaWantsText() {
            runsWell("put", "Fairlead::Lab::Thing", "a", "-p", "Release=1.0", "-p", "Disks[0].Label=7");

            assertThat(sent().path("properties")).isEqualTo(json("{'Release':'1.0','Disks':[{'Label':'7'}]}"));
        }

        @Test
        void lieOverTheFile(@TempDir Path folder) throws IOException {
            Path file = Files.writeString(folder.resolve("a.json"), "{\"Size\":1,\"Note\":\"kept\"}");

            runsWell("put", "Fairlead::Lab::Thing", "a", "-f", file.toString(), "-p", "Size=2");

            assertThat(sent().path("properties")).isEqualTo(json("{'Size':2,'Note':'kept'}"));
        }

        @Test
        void areRefusedWhereTheyCannotBe() {
            Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-p", "Disks[3].Size=1");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("-p Disks.3.Size: there is no place 3 to set");
            assertThat(server.asked(PUT_A)).isEmpty();
        }
    }

    @Nested
    class TheFile {
        @Test
        void mayBeWhatGetWrote() {
            shell.typing(Lab.thing("Succeeded"));

            runsWell("put", "Fairlead::Lab::Thing", "a", "-f", "-");

            assertThat(sent())
                    .isEqualTo(json("{'location':'local','tags':{'env':'dev'},'properties':{'Size':3,'Ratio':1.50}}"));
        }

        @Test
        void keepsTheDigitsOfItsNumbers() {
            shell.typing("{\"Price\":1.10,\"Big\":12345678901234567890}");

            runsWell("put", "Fairlead::Lab::Thing", "a", "-f", "-");

            assertThat(new String(server.asked(PUT_A).getLast().body(), java.nio.charset.StandardCharsets.UTF_8))
                    .contains("\"Price\":1.10,\"Big\":12345678901234567890");
        }

        @Test
        void isInvalidInputWhenItIsNoJson() {
            Ran ran = shell.typing("{\"Size\": }").run("put", "Fairlead::Lab::Thing", "a", "-f", "-");

            assertThat(ran.exit()).isEqualTo(5);
            assertThat(ran.err()).startsWith("error: standard input is no JSON: line 1, column");
        }

        @Test
        void isAMistakeWhenItIsMissing() {
            Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-f", "/nowhere/a.json");

            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).isEqualTo("error: there is no file /nowhere/a.json\n");
        }
    }

    @Nested
    class TheEnvelope {
        @Test
        void hasTagsAndALocation() {
            runsWell("put", "Fairlead::Lab::Thing", "a", "--tag", "env=dev", "--tag", "q=a=b", "--location", "north");

            assertThat(sent()).isEqualTo(json("{'tags':{'env':'dev','q':'a=b'},'location':'north','properties':{}}"));
        }

        @Test
        void takesTheLocationFromTheEnvironment() {
            shell.variable("FAIRLEAD_LOCATION", "south");

            runsWell("put", "Fairlead::Lab::Thing", "a");

            assertThat(sent().path("location").stringValue()).isEqualTo("south");
        }

        @Test
        void goesWithConditions() {
            runsWell("put", "Fairlead::Lab::Thing", "a", "--if-match", "\"7\"", "--if-none-match");

            assertThat(server.asked(PUT_A).getLast().header("If-match")).isEqualTo("\"7\"");
            assertThat(server.asked(PUT_A).getLast().header("If-none-match")).isEqualTo("*");
        }
    }

    @Nested
    class TheResult {
        @Test
        void isShownForPeople() {
            Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-p", "Size=3");

            assertThat(ran.err()).startsWith("✓ things/a created (");
            assertThat(ran.out()).isEqualTo("""
                Name      a
                Type      Fairlead.Lab/things
                State     Succeeded
                Location  local
                Tags      env=dev
                Created   3m ago by ann
                Id        %s/a
                Properties
                  Size: 3
                  Ratio: 1.50
                """.formatted(Lab.THINGS));
        }

        @Test
        void isExactlyTheAnswerForPrograms() {
            Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "-p", "Size=3", "-o", "json");

            assertThat(ran.out()).isEqualTo(Lab.thing("Succeeded") + "\n");
        }
    }

    @Test
    void isAllowedToReplaceInWhateverPlaceAndOrderThatIsSaid() {
        String declared = "PATCH " + Lab.A + "&replace=true";
        String ordered = "PATCH " + Lab.A + "&replace=delete_then_create";
        server.on(declared, reply(200, Lab.thing("Succeeded")));
        server.on(ordered, reply(200, Lab.thing("Succeeded")));
        shell.run("patch", "--replace", "Fairlead::Lab::Thing", "a", "-p", "Text=x");
        shell.run("patch", "Fairlead::Lab::Thing", "a", "-p", "Text=x", "--replace");
        shell.run("patch", "--replace=delete_then_create", "Fairlead::Lab::Thing", "a", "-p", "Text=x");
        assertThat(server.asked(declared)).hasSize(2);
        assertThat(server.asked(ordered)).hasSize(1);
    }

    @Test
    void aPatchSendsOnlyWhatIsNamed() {
        server.on("PATCH " + Lab.A, reply(200, Lab.thing("Succeeded")));

        runsWell("patch", "Fairlead::Lab::Thing", "a", "-p", "Size=null", "--tag", "env=prod");

        assertThat(server.asked("PATCH " + Lab.A).getLast().json())
                .isEqualTo(json("{'properties':{'Size':null},'tags':{'env':'prod'}}"));
    }

    private static JsonNode json(String text) {
        return Documents.MAPPER.readTree(text.replace('\'', '"'));
    }
}
