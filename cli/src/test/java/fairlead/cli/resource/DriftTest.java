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

class DriftTest {

    private static final String LOOK = "POST " + Lab.A.replace("?", "/detectDrift?");
    private static final String KNOWN = "GET " + Lab.A.replace("?", "/drift?");
    private static final String POLICY = "PATCH " + Lab.A.replace("?", "/drift?");

    private static final String DRIFTED = """
        {"id":"/a/drift","name":"drift","type":"t","properties":{"policy":"repair","driftStatus":"Drifted",
          "checkedAt":"2026-11-21T12:00:00Z","summary":"/Text is \\"b\\" and should be \\"a\\"",
          "propertyDifferences":[{"propertyPath":"/Text","differenceType":"NOT_EQUAL","expectedValue":"a",
            "lastAppliedValue":"a","actualValue":"b","effect":"no-interruption"}],
          "repair":{"notBegun":"it is locked"}}}\
        """;

    private static final String IN_SYNC = """
        {"id":"/a/drift","name":"drift","type":"t","properties":{"policy":"observe","policyIsInherited":true,
          "driftStatus":"InSync","checkedAt":"2026-11-21T12:00:00Z","summary":"it is what was asked for"}}\
        """;

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
    void showsWhatShouldBeAndWhatIsAndFails() {
        server.on(LOOK, reply(200, DRIFTED));
        Ran ran = shell.run("drift", "Fairlead::Lab::Thing", "a");
        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.out()).contains("Drifted").contains("/Text").contains("no-interruption");
        assertThat(ran.err()).contains("not repaired: it is locked");
    }

    @Test
    void succeedsWhereNothingHasDrifted() {
        server.on(LOOK, reply(200, IN_SYNC));
        Ran ran = shell.run("drift", "Fairlead::Lab::Thing", "a");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("InSync");
    }

    @Test
    void showsWhatIsKnownWithoutALook() {
        server.on(KNOWN, reply(200, IN_SYNC));
        assertThat(shell.run("drift", "--known", "Fairlead::Lab::Thing", "a").exit())
                .isZero();
    }

    @Test
    void setsThePolicy() {
        server.on(POLICY, reply(200, DRIFTED));
        Ran ran = shell.run("drift", "policy", "Fairlead::Lab::Thing", "a", "repair");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("repair\n");
    }

    @Test
    void asksForAResourceOrForAll() {
        assertThat(shell.run("drift").exit()).isEqualTo(Exit.USAGE.code());
        assertThat(shell.run("drift", "--all", "Fairlead::Lab::Thing", "a").exit())
                .isEqualTo(Exit.USAGE.code());
    }
}
