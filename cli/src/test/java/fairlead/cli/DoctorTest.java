package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import fairlead.cli.session.CommandVersion;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DoctorTest {

    private static final String ASSIGNMENTS =
            "GET /providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01&$filter=atScope()";

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server();
        version(CommandVersion.number());
        owner("User");
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void version(String number) {
        server.on("GET /fairlead/version", reply(200, "{\"version\": \"" + number + "\"}"));
    }

    private void owner(String kind) {
        server.on(ASSIGNMENTS, reply(200, """
            {"value": [{"properties": {"scope": "/", "principalId": "p1", "principalType": "%s",
              "roleDefinitionId": "/x/8e3af657-a8ff-443c-a75c-2fe8c4bcb635"}}]}
            """.formatted(kind)));
    }

    @Test
    void saysWhatTheMachineAndTheServerAre() {
        Ran ran = shell.run("doctor");
        assertThat(ran.out()).contains("handlers", "server", "owners", "as this command");
        assertThat(ran.out().lines().filter(line -> line.startsWith("owners"))).allMatch(line -> line.contains(" ok "));
    }

    @Test
    void warnsOfServicePrincipalsThatOwnEverything() {
        owner("ServicePrincipal");
        Ran ran = shell.run("doctor");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("service principals that are owners of everything: p1");
    }

    @Test
    void warnsOfAServerOfAnotherVersion() {
        version("0.0.1");
        Ran ran = shell.run("doctor");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("0.0.1, and this command is");
    }

    @Test
    void saysThatSignInIsMissing() {
        server.on("GET /fairlead/version", reply(401, "{\"error\": {\"code\": \"AuthenticationFailed\"}}"));
        Ran ran = shell.run("doctor");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("answers 401: sign in with fairlead login");
    }
}
