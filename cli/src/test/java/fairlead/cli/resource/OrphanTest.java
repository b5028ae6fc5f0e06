package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrphanTest {

    private static final String VERSION = "?api-version=2026-11-01";
    private static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
    private static final String ADDRESS =
            SUBSCRIPTION + "/providers/Fairlead.Lab/locations/local/leftBehind/op1.delete-old";

    private static final String THING = """
        {"id":"%s","name":"op1.delete-old","type":"Fairlead.Lab/locations/leftBehind",
          "properties":{"typeName":"Fairlead::Lab::Thing","identifier":"thing-1","leftAt":"2026-11-21T11:00:00Z",
            "reason":"AccessDenied: it stays"}}\
        """.formatted(ADDRESS);

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
        server.on("GET " + SUBSCRIPTION + "/leftBehind" + VERSION, reply(200, "{\"value\":[" + THING + "]}"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void listsWhatThereIsInTheGroupAndWhy() {
        server.on("GET " + Lab.GROUP + "/leftBehind" + VERSION, reply(200, "{\"value\":[" + THING + "]}"));
        Ran ran = shell.run("left-behind");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("op1.delete-old").contains("thing-1").contains("AccessDenied: it stays");
    }

    @Test
    void saysThatThereIsNothing() {
        server.on("GET " + Lab.GROUP + "/leftBehind" + VERSION, reply(200, "{\"value\":[]}"));
        assertThat(shell.run("left-behind").err()).contains("none");
    }

    @Test
    void deletesOne() {
        server.on("DELETE " + ADDRESS + VERSION, reply(200, ""));
        assertThat(shell.run("left-behind", "op1.delete-old", "--delete").err())
                .contains("Fairlead::Lab::Thing thing-1 deleted");
    }

    @Test
    void forgetsOne() {
        server.on("DELETE " + ADDRESS + VERSION + "&forget=true", reply(200, ""));
        assertThat(shell.run("left-behind", "op1.delete-old", "--forget").err()).contains("forgotten");
    }

    @Test
    void tellsOfAServerThatCanNotDeleteIt() {
        String refusal = "{\"error\":{\"code\":\"LeftBehindNotDeleted\",\"message\":\"it stays\"}}";
        server.on("DELETE " + ADDRESS + VERSION, reply(409, refusal));
        Ran ran = shell.run("left-behind", "op1.delete-old", "--delete");
        assertThat(ran.exit()).isEqualTo(Exit.CONFLICT.code());
        assertThat(ran.err()).contains("it stays");
    }

    @Test
    void knowsOnlyWhatThereIs() {
        assertThat(shell.run("left-behind", "nothing").exit()).isEqualTo(Exit.NOT_FOUND.code());
        assertThat(shell.run("left-behind", "--delete").exit()).isEqualTo(Exit.USAGE.code());
        assertThat(shell.run("left-behind", "x", "--delete", "--forget").exit()).isEqualTo(Exit.USAGE.code());
    }
}
