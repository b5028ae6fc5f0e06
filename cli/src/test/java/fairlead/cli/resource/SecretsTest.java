package fairlead.cli.resource;

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

class SecretsTest {

    private static final String SECRETS = """
        {"properties":{"Password":"hush","Keys":{"First":"key"}},"version":2,"changedAt":"2026-11-01T12:00:00Z"}\
        """;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        server.on("POST " + Lab.A.replace("?", "/listSecrets?"), reply(200, SECRETS));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void showsAllOfThem() {
        Ran ran = shell.run("secrets", "Fairlead::Lab::Thing", "a");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out().lines()).containsExactly("Password: hush", "Keys:", "  First: key");
    }

    @Test
    void showsOneAloneToAScript() {
        assertThat(shell.run("secrets", "Fairlead::Lab::Thing", "a", "--only", "Keys.First")
                        .out())
                .isEqualTo("key\n");
    }

    @Test
    void saysWhichOneThereIsNot() {
        Ran ran = shell.run("secrets", "Fairlead::Lab::Thing", "a", "--only", "Pasword");
        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err()).contains("the resource has no secret 'Pasword'");
    }

    @Test
    void answersAProgramAsTheServerDid() {
        assertThat(shell.run("secrets", "Fairlead::Lab::Thing", "a", "-o", "json")
                        .out())
                .contains("\"version\"", "\"hush\"");
    }
}
