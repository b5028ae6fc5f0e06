package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

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
    void listsEveryCommand() {
        assertThat(shell.run("--help").out())
                .contains(
                        "serve",
                        "front",
                        "check",
                        "init",
                        "test",
                        "dev",
                        "types",
                        "register",
                        "configure",
                        "unregister",
                        "put",
                        "patch",
                        "act",
                        "sku",
                        "what-if",
                        "apply",
                        "stack",
                        "drift",
                        "left-behind",
                        "left-behind",
                        "get",
                        "list",
                        "delete",
                        "import",
                        "groups",
                        "tags",
                        "lock",
                        "move",
                        "location",
                        "operations",
                        "watch",
                        "webhook",
                        "audit",
                        "diff",
                        "evolve",
                        "validate",
                        "graph",
                        "schema",
                        "smithy",
                        "version",
                        "completion");
    }

    @ParameterizedTest
    @EnumSource(Exit.class)
    void listsEveryExitCode(Exit exit) {
        assertThat(shell.run("--help").out()).containsPattern(" " + exit.code() + " +" + exit.meaning());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "front",
                "check",
                "init",
                "test",
                "dev",
                "types",
                "register",
                "configure",
                "unregister",
                "put",
                "patch",
                "act",
                "sku",
                "what-if",
                "apply",
                "drift",
                "left-behind",
                "get",
                "list",
                "delete",
                "groups",
                "tags",
                "lock",
                "move",
                "location",
                "operations",
                "diff",
                "evolve",
                "validate",
                "graph",
                "schema",
                "smithy",
                "version",
                "completion"
            })
    void isThereForEachCommand(String command) {
        Ran ran = shell.run(command, "--help");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).startsWith("Usage: fairlead " + command).doesNotContain("\u001b");
    }

    @Test
    void isShownWhereNoCommandIsGiven() {
        Ran ran = shell.run();

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("Missing required subcommand", "See 'fairlead --help'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesInAShell(String kind) {
        Ran ran = shell.run("completion", kind);

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("operations", "--if-none-match", "complete -F _complete_fairlead");
    }

    @Test
    void saysTheVersions() {
        server.on(
                "GET /fairlead/version",
                reply(
                        200,
                        "{\"version\":\"1.2\",\"java\":\"25.0.1\",\"database\":\"SQLite"
                                + " 3.50\",\"mode\":\"development\"}"));

        assertThat(shell.run("version").out())
                .isEqualTo("fairlead development (Java 25)\n"
                        + "server   1.2 (Java 25.0.1, SQLite 3.50, development) at " + server.url() + "\n");
    }

    @Test
    void takesTheServerBeforeOrAfterTheCommand() {
        server.on("GET /fairlead/version", reply(200, "{}"));
        shell.variable("FAIRLEAD_SERVER", "http://127.0.0.1:1");

        assertThat(shell.run("--server", server.url(), "version").exit()).isZero();
        assertThat(shell.run("version", "--server", server.url()).exit()).isZero();
    }
}
