package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ImportTest {

    private static final String DONE = """
        {"id":"o1","status":"Succeeded","present":[],
         "imported":[{"identifier":"a|b","id":"/subscriptions/s/resourceGroups/g/providers/Fairlead.Lab/things/one"}]}
        """;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        server.on("POST /fairlead/imports", reply(202, "{\"id\":\"o1\",\"status\":\"Running\"}"));
        server.on("GET /fairlead/imports/o1", reply(200, DONE));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode asked() {
        byte[] body = server.asked("POST /fairlead/imports").getLast().body();
        return JsonMapper.shared().readTree(new String(body, StandardCharsets.UTF_8));
    }

    @Test
    void takesAThingByItsIdentifier() {
        Ran ran = shell.run("import", "Fairlead.Lab/things", "a|b", "--name", "one", "-g", "g");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("""
            IDENTIFIER  RESOURCE
            a|b         /subscriptions/s/resourceGroups/g/providers/Fairlead.Lab/things/one
            """);
        assertThat(ran.err()).endsWith("✓ 1 imported, 0 managed already\n");
        assertThat(asked().path("type").stringValue()).isEqualTo("Fairlead::Lab::Thing");
        assertThat(asked().path("group").stringValue()).isEqualTo("g");
        assertThat(asked().path("location").stringValue()).isEqualTo("local");
        assertThat(asked().path("resources")).hasToString("[{\"identifier\":\"a|b\",\"name\":\"one\"}]");
    }

    @Test
    void takesAll() {
        assertThat(shell.run("import", "Fairlead.Lab/things", "--all").exit()).isZero();

        assertThat(asked().path("all").asBoolean()).isTrue();
        assertThat(asked().has("resources")).isFalse();
    }

    @Test
    void needsToBeToldWhat() {
        assertThat(shell.run("import", "Fairlead.Lab/things").exit()).isEqualTo(2);
        assertThat(shell.run("import", "Fairlead.Lab/things", "a", "--all").exit())
                .isEqualTo(2);
    }

    @Test
    void failsAsTheOperationDoes() {
        server.on("GET /fairlead/imports/o1", reply(200, """
            {"id":"o1","status":"Failed","error":{"code":"NotFound","message":"there is no such thing"}}
            """));

        Ran ran = shell.run("import", "Fairlead.Lab/things", "a");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("there is no such thing");
    }
}
