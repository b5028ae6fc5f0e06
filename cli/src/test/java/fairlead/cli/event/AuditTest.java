package fairlead.cli.event;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditTest {

    private static final String DEED = """
        {"eventName":"PutResource","eventTime":"2026-11-21T11:00:00Z","correlationID":"c-1",\
        "userIdentity":{"userName":"developer"},"resources":[{"ARN":"/subscriptions/s/x/one"}]}\
        """;
    private static final String OURS = "&subscription=00000000-0000-0000-0000-000000000000";

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void showsWhoDidWhat() {
        server.on("GET /fairlead/audit?$top=20" + OURS, reply(200, "{\"value\":[" + DEED + "]}"));

        assertThat(shell.run("audit").out())
                .contains("DEED", "PutResource", "developer", "/subscriptions/s/x/one", "c-1");
    }

    @Test
    void asksForAResourceAnActionAndATime() {
        server.on(
                "GET /fairlead/audit?$top=5" + OURS
                        + "&resource=%2Fsubscriptions%2Fs&correlationId=c-1&from=2026-11-21T10%3A00%3A00Z",
                reply(200, "{\"value\":[]}"));

        Ran ran = shell.run(
                "audit",
                "--limit=5",
                "--resource=/subscriptions/s",
                "--correlation=c-1",
                "--since=2026-11-21T10:00:00Z",
                "-o",
                "json");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("[]\n");
    }

    @Test
    void refusesATimeThatIsNone() {
        assertThat(shell.run("audit", "--since=yesterday").err()).contains("--since", "found 'yesterday'");
    }
}
