package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.terminal.Terminal;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListTest {

    private static final String FIRST = "GET " + Lab.THINGS + Lab.VERSION;
    private static final String B = "{\"name\":\"b\", \"systemData\":{\"createdAt\":\"2026-10-30T11:00:00Z\"},"
            + "\"properties\":{\"Size\":1e2,\"Ratio\":2,\"Disks\":[],\"provisioningState\":\"Failed\"}}";

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server()
                .on(FIRST, reply(200, "{\"value\":[" + Lab.thing("Succeeded") + "],\"nextLink\":\"$URL/next?t=1\"}"))
                .on("GET /next?t=1", reply(200, "{\"value\":[],\"nextLink\":\"$URL/next?t=2\"}"))
                .on("GET /next?t=2", reply(200, "{\"value\":[ " + B + " ]}"));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void followsThePagesAndShowsATable() {
        Ran ran = shell.run("list", "Fairlead::Lab::Thing");

        assertThat(ran.out()).isEqualTo("""
            NAME  STATE      Size  Ratio  TAGS     AGE
            a     Succeeded  3     1.50   env=dev   3m
            b     Failed     100   2      -         2d
            """);
    }

    @Test
    void isOneArrayOfWhatTheServerWroteForPrograms() {
        Ran ran = shell.run("list", "Fairlead::Lab::Thing", "-o", "json");

        assertThat(ran.out()).isEqualTo("[" + Lab.thing("Succeeded") + ",\n" + B + "]\n");
    }

    @Test
    void isIndentedWhereAPersonReadsTheJson() {
        shell.on(new Terminal(true, true, true, 80, false));

        Ran ran = shell.run("list", "Fairlead::Lab::Thing", "-o", "json");

        assertThat(ran.out())
                .startsWith("[\n  {\n    \"id\": \"/subscriptions/")
                .contains("\"Size\": 1e2,");
    }

    @Test
    void endsAtTheLimit() {
        Ran ran = shell.run("list", "Fairlead::Lab::Thing", "--limit", "1", "-o", "json");

        assertThat(ran.out()).isEqualTo("[" + Lab.thing("Succeeded") + "]\n");
        assertThat(server.asked("GET /next?t=1")).isEmpty();
    }

    @Test
    void saysThatThereIsNone() {
        server.on(FIRST, reply(200, "{\"value\":[]}"));

        Ran ran = shell.run("list", "Fairlead::Lab::Thing");

        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).isEqualTo("none\n");
        assertThat(shell.run("list", "Fairlead::Lab::Thing", "-o", "json").out())
                .isEqualTo("[]\n");
    }

    @Test
    void reachesAllGroups() {
        String path = "/subscriptions/00000000-0000-0000-0000-000000000000/providers/Fairlead.Lab/things";
        server.on("GET " + path + Lab.VERSION, reply(200, "{\"value\":[" + Lab.thing("Creating") + "]}"));

        assertThat(shell.run("list", "Fairlead::Lab::Thing", "-A").out()).contains("NAME  GROUP", "a     default");
    }

    @Test
    void takesTheParentsOfNestedTypes() {
        server.on(
                "GET " + Lab.GROUP + "/providers/Fairlead.Pki/authorities/ca/certificates" + Lab.VERSION,
                reply(200, "{\"value\":[]}"));

        assertThat(shell.run("list", "certificates", "--parent", "ca").exit()).isZero();
        assertThat(shell.run("list", "certificates").err())
                .isEqualTo("error: Fairlead.Pki/authorities/certificates takes 1 name"
                        + " (--parent of the shape authorities), found none\n");
    }

    @Test
    void showsTheOperations() {
        server.on(
                "GET /subscriptions/00000000-0000-0000-0000-000000000000/operationStatuses"
                        + "?api-version=2021-04-01&$top=20",
                reply(200, """
                    {"value":[{"id":"/x/op2","name":"op2","kind":"update","status":"Running","percentComplete":12.4,
                      "startTime":"2026-11-01T11:59:30Z","resourceId":"%s/a","isDataAction":true},
                     {"id":"/x/op1","name":"op1","kind":"create","status":"Succeeded","percentComplete":100,
                      "startTime":"2026-11-01T09:00:00Z","endTime":"2026-11-01T09:01:05Z","resourceId":"%s/a"}]}\
                    """.formatted(Lab.THINGS, Lab.THINGS)));

        assertThat(shell.run("operations").out()).isEqualTo("""
            RESOURCE  KIND    PLANE    STATUS             TOOK  AGE  OPERATION
            things/a  update  data     Running 12 %     30.0 s  30s  op2
            things/a  create  control  Succeeded     1 min 5 s   3h  op1
            """);
    }
}
