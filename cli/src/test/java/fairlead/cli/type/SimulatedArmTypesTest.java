package fairlead.cli.type;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedArmTypesTest {

    private static final String SIMULATIONS = "POST /fairlead/simulations";
    private static final String TYPES = "GET /fairlead/types";

    /// Racks come before the cellars that they are in, and the newer version before the older one.
    private static final String DEFINITIONS = """
        [{"$type": "StringType"},
         {"$type": "ObjectType", "name": "Body", "properties": {"name": {"type": {"$ref": "#/0"}, "flags": 9}}},
         {"$type": "ResourceType", "name": "Example.Wine/cellars/racks@2026-02-01", "body": {"$ref": "#/1"}, "writableScopes": 8},
         {"$type": "ResourceType", "name": "Example.Wine/cellars@2026-02-01", "body": {"$ref": "#/1"}, "writableScopes": 8},
         {"$type": "ResourceType", "name": "Example.Wine/cellars@2026-01-01", "body": {"$ref": "#/1"}, "writableScopes": 8},
         {"$type": "ResourceType", "name": "Example.Wine/usages@2026-01-01", "body": {"$ref": "#/1"}, "writableScopes": 0}]
        """;

    @TempDir
    private Path folder;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
        Files.writeString(folder.resolve("types.json"), DEFINITIONS);
        server.on(TYPES, reply(200, "{\"value\":[]}"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Ran register(String... more) {
        List<String> arguments = new ArrayList<>(List.of("register", "--simulate-arm", folder.toString()));
        arguments.addAll(List.of(more));
        return shell.run(arguments.toArray(String[]::new));
    }

    private static List<String> files(byte[] archive) {
        List<String> files = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.add(entry.getName());
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return files;
    }

    @Test
    void sendsParentsFirstAndOlderVersionsBeforeNewerOnes() {
        server.on(SIMULATIONS, reply(200, "{\"registered\":[],\"refused\":[]}"));

        register();

        assertThat(server.asked(SIMULATIONS).stream().map(request -> files(request.body())))
                .containsExactly(
                        List.of(
                                "Example.Wine/cellars@2026-01-01.json",
                                "Example.Wine/cellars@2026-01-01.fairlead.json"),
                        List.of(
                                "Example.Wine/cellars@2026-02-01.json",
                                "Example.Wine/cellars@2026-02-01.fairlead.json"),
                        List.of(
                                "Example.Wine/cellars/racks@2026-02-01.json",
                                "Example.Wine/cellars/racks@2026-02-01.fairlead.json"));
    }

    @Test
    void tellsWhatWasRegisteredLeftOutAndRefused() {
        server.on(SIMULATIONS, reply(200, """
            {"registered":[{"armType":"Example.Wine/cellars","apiVersion":"2026-01-01"}],"refused":[
             {"file":"Example.Wine/cellars/racks@2026-02-01.json","code":"InvalidBody","message":"No.","details":[
              {"code":"registration.parent","target":"x","message":"there is no such type"}]}]}
            """));

        Ran ran = register();

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.out()).contains("Example.Wine/cellars  2026-01-01\n");
        assertThat(ran.out()).contains("Example.Wine/usages  2026-01-01    it can't be put\n");
        assertThat(ran.out())
                .contains("Example.Wine/cellars/racks  2026-02-01    there is no such type [registration.parent]\n");
        assertThat(ran.err()).contains("1 left out, 3 refused");
    }

    @Test
    void givesTheSameAsJson() {
        server.on(SIMULATIONS, reply(200, "{\"registered\":[],\"refused\":[]}"));

        Ran ran = register("-o", "json");

        assertThat(ran.out())
                .contains(
                        "\"leftOut\":[{\"armType\":\"Example.Wine/usages\",\"apiVersion\":\"2026-01-01\",\"reason\":\"it"
                            + " can't be put\"}]");
    }

    @Test
    void refusesWhatIsNoDefinition() throws IOException {
        Files.writeString(
                folder.resolve("types.json"), "[{\"$type\": \"ArrayType\", \"itemType\": {\"$ref\": \"#/9\"}}]");

        Ran ran = register();

        assertThat(ran.err()).contains("types.json#/0/itemType: expected a reference to an element of this file");
        assertThat(server.asked(SIMULATIONS)).isEmpty();
    }

    @Test
    void goesWithNoOptionThatSaysHowATypeIsRegistered() {
        assertThat(register("--api-version", "2026-01-01").err()).contains("--simulate-arm goes with no option");
        assertThat(register("--skip-tests").err()).contains("--simulate-arm goes with no option");
        assertThat(shell.run(
                                "register",
                                "--simulate-arm",
                                folder.resolve("nothing").toString())
                        .err())
                .contains("can't read");
    }

    @Test
    void refusesAFolderWithoutDefinitions() throws IOException {
        Files.delete(folder.resolve("types.json"));

        assertThat(register().err()).contains("there is no types.json in " + folder);
    }
}
