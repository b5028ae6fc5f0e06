package fairlead.cli.type;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedTypesTest {

    private static final String SIMULATIONS = "POST /fairlead/simulations";
    private static final String SCHEMA = "{\"typeName\":\"A::B::Car\"}";

    @TempDir
    private Path folder;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
        Files.writeString(folder.resolve("car.json"), SCHEMA);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Ran register(String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "register";
        arguments[1] = "--simulate";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return shell.run(arguments);
    }

    private Map<String, String> sent() throws IOException {
        Map<String, String> files = new TreeMap<>();
        byte[] body = server.asked(SIMULATIONS).getLast().body();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(body))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    @Test
    void aMistakeInAGivenBehaviourIsToldOfThatFileAndNotOfTheOneBesideTheSchema() throws IOException {
        Files.writeString(folder.resolve("car.behaviour.json"), "{}");
        Path given = Files.writeString(folder.resolve("given.json"), "{\n  \"create\": {\"delay\": 3}\n}");
        server.on(SIMULATIONS, reply(200, """
            {"registered":[],"refused":[{"file":"car.json","code":"InvalidBody","message":"No.","details":[
             {"code":"behaviour.unknown-key","target":"car.behaviour.json#/create/delay","message":"unknown"}]}]}
            """));

        Ran ran = register(folder.resolve("car.json").toString(), "--behaviour", given.toString());

        assertThat(ran.out()).isEqualTo(given + ":2:14: error: unknown [behaviour.unknown-key at /create/delay]\n");
    }

    @Test
    void theProfileGoesBeforeThatOfTheRegistrationFile() throws IOException {
        Files.writeString(folder.resolve("car.fairlead.json"), "{\"profile\":\"strict\",\"kind\":\"tracked\"}");
        server.on(SIMULATIONS, reply(200, "{\"registered\":[],\"refused\":[]}"));

        Ran ran = register(folder.resolve("car.json").toString(), "--profile", "cloudformation");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(sent()).containsEntry("car.fairlead.json", "{\"profile\":\"cloudformation\",\"kind\":\"tracked\"}");
    }

    @Test
    void aSchemaIsSentWithWhatIsBesideIt() throws IOException {
        Files.writeString(folder.resolve("car.behaviour.json"), "{\"create\":{}}");
        server.on(SIMULATIONS, reply(200, """
            {"registered":[{"file":"car.json","typeName":"A::B::Car","armType":"A.B/cars","apiVersion":"2026-02-02",
             "findings":[{"id":"simulation.handlers-added","pointer":"car.json#/handlers","message":"Added."}]}],
             "refused":[]}
            """));

        Ran ran = register(folder.resolve("car.json").toString(), "--api-version", "2026-02-02");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("car.json:1:1: warning: Added. [simulation.handlers-added at /handlers]\n");
        assertThat(ran.err()).isEqualTo("✓ A::B::Car is simulated as A.B/cars, api-version 2026-02-02\n");
        assertThat(sent())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "car.json", SCHEMA,
                        "car.behaviour.json", "{\"create\":{}}",
                        "car.fairlead.json", "{\"apiVersion\":\"2026-02-02\"}"));
    }

    @Test
    void aBehaviourMayBeAnywhere() throws IOException {
        Path elsewhere = Files.writeString(folder.resolve("slow"), "{}");
        server.on(SIMULATIONS, reply(200, "{\"registered\":[],\"refused\":[]}"));

        register(folder.resolve("car.json").toString(), "--behaviour", elsewhere.toString());

        assertThat(sent()).containsEntry("car.behaviour.json", "{}");
        assertThat(register(folder.toString(), "--behaviour", elsewhere.toString())
                        .exit())
                .isEqualTo(2);
        assertThat(shell.run("register", folder.toString(), "--behaviour", elsewhere.toString())
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void ofAFolderEachSchemaIsSentAndWhatIsRefusedIsTold() throws IOException {
        Files.createDirectory(folder.resolve("below"));
        Files.writeString(folder.resolve("below/bus.json"), "{\"typeName\": oops");
        Files.writeString(folder.resolve("package.json"), "{\"name\":\"something else\"}");
        server.on(SIMULATIONS, reply(200, """
            {"registered":[{"file":"car.json","typeName":"A::B::Car"}],
             "refused":[{"file":"below/bus.json","code":"ValidationFailed","message":"2 problems",
               "details":[{"code":"schema.json","target":"below/bus.json#","message":"expected a value"}]}]}
            """));

        Ran ran = register(folder.toString());

        assertThat(ran.exit()).isEqualTo(5);
        assertThat(ran.out()).isEqualTo("below/bus.json: error: expected a value [schema.json]\n");
        assertThat(ran.err()).isEqualTo("✓ 1 types are simulated, 1 refused\n");
        assertThat(sent()).containsOnlyKeys("car.json", "below/bus.json");
    }

    @Test
    void aFolderWithoutSchemasIsAMistake() throws IOException {
        Files.delete(folder.resolve("car.json"));

        assertThat(register(folder.toString()).err())
                .isEqualTo("error: there is no schema in " + folder + ": no JSON file with a typeName\n");
    }
}
