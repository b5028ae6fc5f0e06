package fairlead.cli.operation;

import static fairlead.cli.Lab.accepted;
import static fairlead.cli.Lab.operation;
import static fairlead.cli.ScriptedServer.hangUp;
import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Lab;
import fairlead.cli.ScriptedServer;
import fairlead.cli.ScriptedServer.Reply;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaitTest {

    private static final String[] PUT = {"put", "Fairlead::Lab::Thing", "a", "-p", "Size=3"};

    private ScriptedServer server;
    private Shell shell;

    @BeforeEach
    void serve() throws IOException {
        server = Lab.server()
                .on("PUT " + Lab.A, accepted(201, Lab.thing("Creating")))
                .on("GET " + Lab.A, reply(200, Lab.thing("Succeeded")))
                .on(
                        "GET " + Lab.OPERATION,
                        operation("Running", ",\"percentComplete\":40"),
                        operation("Running", ",\"percentComplete\":40"),
                        operation("Succeeded", ""));
        shell = new Shell(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void untilItIsDoneAndShowsTheResult() {
        Ran ran = shell.run(PUT);

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("State     Succeeded");
        assertThat(ran.err()).isEqualTo("""
            Creating things/a  Accepted
            Creating things/a  Running  40 %
            ✓ things/a created (350 ms)
            """);
    }

    @Test
    void askingAServerOnThisMachineOftenerThanItSays() {
        shell.run(PUT);

        assertThat(shell.pauses).containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void forAsLongAsItTakes() {
        Reply[] answers = new Reply[100];
        Arrays.fill(answers, operation("Running", ""));
        answers[99] = operation("Succeeded", "");
        server.on("GET " + Lab.OPERATION, answers);

        Ran ran = shell.run(PUT);

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(shell.pauses.getLast()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void onOneLineOfATerminal() {
        shell.on(new Terminal(true, true, true, 100, false));

        Ran ran = shell.run(PUT);

        assertThat(ran.err()).contains("\r\u001b[K⠹ Creating things/a  Running  ████████░░░░░░░░░░░░ 40 %  150 ms");
        assertThat(ran.err()).endsWith("\r\u001b[K✓ things/a created (350 ms)\n");
    }

    @Test
    void notWhenToldSo() {
        Ran ran = shell.run("put", "Fairlead::Lab::Thing", "a", "--no-wait");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("op1\n");
        assertThat(ran.err()).isEqualTo("accepted; to follow it: fairlead operations op1 --watch\n");
        assertThat(server.asked("GET " + Lab.OPERATION)).isEmpty();
    }

    @Test
    void andFailsAsTheOperationFailed() {
        server.on(
                "GET " + Lab.OPERATION,
                operation(
                        "Failed",
                        ",\"error\":{\"code\":\"NotStabilized\",\"message\":\"It never came"
                            + " up.\",\"details\":[{\"code\":\"Slow\",\"target\":\"/properties/Size\",\"message\":\"Too"
                            + " big.\"}]}"));

        Ran ran = shell.run(PUT);

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).endsWith("""
            error: It never came up. (NotStabilized)
              /properties/Size  Slow  Too big.
              operation op1
            """);
    }

    @Test
    void orNotWhereTheOperationFailedAtOnce() {
        server.on("PUT " + Lab.A, reply(409, "{\"error\":{\"code\":\"AlreadyExists\",\"message\":\"It is there.\"}}"));

        Ran ran = shell.run(PUT);

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("error: It is there. (AlreadyExists)\n");
    }

    @Test
    void orNotWhereItsHandlerBrokeARuleAtOnce() {
        server.on("PUT " + Lab.A, reply(502, "{\"error\":{\"code\":\"create.answer\",\"message\":\"No model.\"}}"));

        Ran ran = shell.run(PUT);

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("error: No model. (create.answer)\n");
    }

    @Test
    void throughALossOfTheConnection() {
        server.on(
                "GET " + Lab.OPERATION,
                operation("Running", ""),
                hangUp(),
                reply(503, "").with("Retry-After", "3"),
                operation("Succeeded", ""));

        assertThat(shell.run(PUT).exit()).isZero();
        assertThat(shell.pauses).contains(Duration.ofSeconds(3));
    }

    @Test
    void untilInterruptedAndSaysHowToLookAgain() {
        Ran ran = shell.interruptedAfter(2).run(PUT);

        assertThat(ran.exit()).isEqualTo(130);
        assertThat(ran.err())
                .endsWith("\nInterrupted; the operation goes on. To look again: fairlead operations op1 --watch\n");
    }

    @Test
    void forADeleteToo() {
        server.on("DELETE " + Lab.A, accepted(202, ""));

        Ran ran = shell.run("delete", "Fairlead::Lab::Thing", "a", "--yes");

        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).endsWith("✓ things/a deleted (350 ms)\n");
    }

    @Test
    void forAnOperationByItsName() {
        Ran ran = shell.run("operations", "op1", "--watch");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).startsWith("Operation  op1\nPlane      control\nStatus     Succeeded\n");
    }
}
