package fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private Output output;

    @BeforeEach
    void open() throws IOException {
        output = Output.open(folder.resolve("output"), heard::add);
    }

    @AfterEach
    void end() throws InterruptedException {
        output.end(LONG);
    }

    private void print(String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(output.redirect())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void isReadToItsEndBeforeTheCallEnds() throws Exception {
        for (int call = 0; call < 50; call++) {
            heard.clear();
            print("for i in 1 2 3; do echo " + call + ".$i; done; echo last >&2");
            output.catchUp(LONG);

            assertThat(heard).containsExactly(call + ".1", call + ".2", call + ".3", "last");
        }
    }

    @Test
    void hasALineThatDoesNotEnd() throws Exception {
        print("printf 'no end'");
        output.catchUp(LONG);
        print("printf 'another\\n\\n'");
        output.catchUp(LONG);

        assertThat(heard).containsExactly("no end", "another", "");
    }

    @Test
    void mayHaveAnyBytes() throws Exception {
        print("printf '\\0a\\0\\0b\\033[1m\\tc\\377\\n'");
        output.catchUp(LONG);

        assertThat(heard).containsExactly("?a??b?[1m\tc\ufffd");
    }

    @Test
    void keepsTheBeginningOfALongLine() throws Exception {
        print("head -c 300000 /dev/zero | tr '\\0' x; echo; echo short");
        output.catchUp(LONG);

        assertThat(heard).containsExactly("x".repeat(8192), "short");
    }

    @Test
    void isClosedAtItsEnd() throws Exception {
        print("echo a; printf b");
        output.end(LONG);

        assertThat(heard).containsExactly("a", "b");
    }

    @Test
    void needsAPlace() {
        assertThatThrownBy(() -> Output.open(folder.resolve("nowhere/output"), heard::add))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("can't make a pipe: ");
    }
}
