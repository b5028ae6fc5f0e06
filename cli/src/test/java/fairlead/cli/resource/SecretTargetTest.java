package fairlead.cli.resource;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SecretTargetTest {

    private static final String OF_A =
            "?resource=" + URLEncoder.encode(Lab.A.substring(0, Lab.A.indexOf('?')), StandardCharsets.UTF_8);
    private static final String APP = "/fairlead/targets/app" + OF_A;

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
    void aTargetIsMadeWithItsPlaceAndTheOneProperty() {
        server.on("PUT " + APP, reply(200, "{\"name\":\"app\"}"));
        Ran ran = shell.run(
                "secret-target",
                "set",
                "Fairlead::Lab::Thing",
                "a",
                "--target",
                "app",
                "--file",
                "app/password",
                "--only",
                "Password");
        assertThat(ran.exit()).isZero();
        assertThat(new String(server.asked("PUT " + APP).getFirst().body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"file\":\"app/password\",\"property\":\"/Password\"}");
    }

    @Test
    void aTargetHasOnePlace() {
        Ran ran = shell.run(
                "secret-target", "set", "Fairlead::Lab::Thing", "a", "--target", "app", "--file", "x", "--vault", "y");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(shell.run("secret-target", "set", "Fairlead::Lab::Thing", "a", "--target", "app")
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void theListSaysWhichPlacesHaveTheSecretsAndWhyOthersHaveNot() {
        server.on("GET /fairlead/targets" + OF_A, reply(200, """
            {"value": [
              {"name": "app", "file": "app/password", "property": "/Password", "state": "Delivered",
               "deliveredAt": "2026-11-01T12:00:00Z"},
              {"name": "far", "vault": "db/far", "state": "Failing", "message": "Vault answers 403"}]}
            """));
        Ran ran = shell.run("secret-target", "list", "Fairlead::Lab::Thing", "a");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out())
                .contains("TARGET", "app/password", "Delivered")
                .containsPattern("far +vault +db/far +Failing +.*Vault answers 403");
    }

    @Test
    void whatIsRemovedIsSaidAndWhatIsNotThereToo() {
        server.on("DELETE " + APP, reply(200, ""));
        assertThat(shell.run("secret-target", "remove", "Fairlead::Lab::Thing", "a", "--target", "app")
                        .err())
                .contains("removed app");
        server.on("DELETE " + APP, reply(204, ""));
        Ran again = shell.run("secret-target", "remove", "Fairlead::Lab::Thing", "a", "--target", "app");
        assertThat(again.exit()).isEqualTo(3);
        assertThat(again.err()).contains("there is no target 'app'");
    }
}
