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

class DeleteTest {

    private static final String DELETE_A = "DELETE " + Lab.A;

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server().on(DELETE_A, reply(200, ""));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void asksFirst() {
        shell.on(new Terminal(true, true, true, 80, false)).typing("y\n");

        Ran ran = shell.run("delete", "Fairlead::Lab::Thing", "a");

        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).startsWith("Delete things/a? [y/N] ✓ things/a deleted");
    }

    @Test
    void doesNothingOnANo() {
        shell.on(new Terminal(true, true, true, 80, false)).typing("\n");

        Ran ran = shell.run("delete", "Fairlead::Lab::Thing", "a");

        assertThat(ran.err()).endsWith("nothing was deleted\n");
        assertThat(server.asked(DELETE_A)).isEmpty();
    }

    @Test
    void needsAYesWhereNoUserCanAnswer() {
        Ran ran = shell.run("delete", "Fairlead::Lab::Thing", "a");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("error: Delete things/a? There is no terminal to answer; add --yes\n");
        assertThat(server.asked(DELETE_A)).isEmpty();
    }

    @Test
    void isContentWithNothingToDelete() {
        server.on(DELETE_A, reply(204, ""));

        Ran ran = shell.run("delete", "Fairlead::Lab::Thing", "a", "-y");

        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).startsWith("✓ things/a was not there");
    }
}
