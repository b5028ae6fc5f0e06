package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command and the server as they are shipped: two processes and a database.
class EndToEndTest {

    private static final String THING = "Fairlead.Lab/things";
    private static final String[] VERSION = {"--api-version", "2026-11-01"};

    @TempDir
    static Path folder;

    private static ServerProcess server;
    private static Shell shell;

    @BeforeAll
    static void serve() throws IOException {
        server = ServerProcess.start(folder);
        shell = new Shell(server.url());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.close();
    }

    private static Ran run(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + VERSION.length);
        System.arraycopy(VERSION, 0, all, args.length, VERSION.length);
        return shell.run(all);
    }

    @Test
    void makesChangesListsAndDeletesAResource() {
        Ran made = run("put", THING, "a", "-p", "Text=hello", "-p", "Settings.Mode=Loud", "--tag", "env=dev");
        Ran patched = run("patch", THING, "a", "-p", "Number=7");
        Ran listed = run("list", THING);
        Ran deleted = run("delete", THING, "a", "--yes");
        Ran gone = run("get", THING, "a");

        assertThat(made.err()).startsWith("✓ things/a created");
        assertThat(made.out()).contains("Text: hello", "Mode: Loud", "env=dev", "State     Succeeded");
        assertThat(patched.out()).contains("Text: hello", "Number: 7");
        assertThat(listed.out()).contains("a     Succeeded  hello");
        assertThat(deleted.err()).startsWith("✓ things/a deleted");
        assertThat(gone.exit()).isEqualTo(Exit.NOT_FOUND.code());
    }

    @Test
    void writesWhatItReads() {
        run("put", THING, "b", "-p", "Text=hello");
        String before = run("get", THING, "b", "-o", "json").out();

        Ran again = shell.typing(before).run("put", THING, "b", "-f", "-", "--api-version", "2026-11-01");

        assertThat(again.exit()).as(again.err()).isZero();
    }

    @Test
    void tellsWhatIsWrongAndWhere() {
        Ran ran = run("put", THING, "c", "-p", "Size=big");

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err()).contains("  /properties/Size  ");
    }

    @Test
    void failsAsTheOperationFails() {
        Ran ran = run("put", THING, "d", "-p", "Fail.On=create", "-p", "Fail.Code=NotStabilized");

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("NotStabilized");
        assertThat(shell.run("operations").out()).contains("things/d", "Failed");
    }
}
