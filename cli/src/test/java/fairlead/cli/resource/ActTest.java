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

class ActTest {

    private static final String RING = "POST " + Lab.A.replace("?", "/ring?");

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
    void showsWhatASynchronousActionGives() {
        server.on(RING, reply(200, "{\"Tone\":\"a\"}"));

        Ran ran = shell.run("act", "Fairlead::Lab::Thing", "a", "ring", "-p", "Times=3");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("\"Tone\": \"a\"");
        assertThat(ran.err()).contains("things/a ring");
    }

    @Test
    void saysThatOneWithoutAResultIsDone() {
        server.on(RING, reply(204, ""));

        Ran ran = shell.run("act", "Fairlead::Lab::Thing", "a", "ring");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("things/a ring");
    }

    @Test
    void waitsForAnAsynchronousOneAndFetchesItsResult() {
        server.on(
                RING,
                reply(202, "")
                        .with("Azure-AsyncOperation", server.url() + "/status/1")
                        .with("Location", server.url() + "/result/1"));
        server.on("GET /status/1", reply(200, "{\"name\":\"1\",\"status\":\"Succeeded\"}"));
        server.on("GET /result/1", reply(200, "{\"Tone\":\"b\"}"));

        Ran ran = shell.run("act", "Fairlead::Lab::Thing", "a", "ring");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("\"Tone\": \"b\"");
    }

    @Test
    void failsWhereTheActionDoes() {
        server.on(RING, reply(429, "{\"error\":{\"code\":\"Throttling\",\"message\":\"slow down\"}}"));

        Ran ran = shell.run("act", "Fairlead::Lab::Thing", "a", "ring");

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("slow down");
    }
}
