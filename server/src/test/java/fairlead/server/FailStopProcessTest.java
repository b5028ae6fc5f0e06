package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that can't go on ends with one line and an exit code that says why, and its restart has all that was
/// answered.
class FailStopProcessTest {

    private static final Path SCRIPT = Path.of("..", "fairlead");
    private static final Pattern OPTIONS = Pattern.compile("(?s)\nserver_options=\\((.*?)\\)\n");

    /// As many objects as a body of 4 MiB can have.
    private static final int MANY = 1_390_000;

    @TempDir
    private Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private static List<String> linesOf(ServerProcess server) throws IOException {
        return linesOf(server.errors());
    }

    private static List<String> linesOf(String errors) {
        return errors.lines()
                .filter(line -> line.startsWith("fairlead: ") || line.startsWith("Terminating"))
                .toList();
    }

    private void requireRestart() throws IOException, InterruptedException {
        try (ServerProcess again = new ServerProcess(data())) {
            assertThat(again.get(ServerProcess.THINGS + "/kept").body()).contains("\"Text\":\"kept\"");
            assertThat(again.put("another", "{}").statusCode()).isEqualTo(201);
        }
    }

    private static void keep(ServerProcess server) throws IOException, InterruptedException {
        HttpResponse<String> answer = server.put("kept", "{\"Text\":\"kept\"}");
        assertThat(answer.statusCode()).isEqualTo(201);
    }

    /// A request that needs more memory than there is.
    private static void exhaust(ServerProcess server) throws InterruptedException {
        try {
            server.put("large", "{\"Labels\":[" + "{},".repeat(MANY) + "{}]}");
        } catch (IOException gone) {
            // As expected: nobody is left to answer.
        }
    }

    private ServerProcess small(List<String> jvm) throws IOException {
        List<String> options = new ArrayList<>(jvm);
        options.add("-Xms64m");
        options.add("-Xmx96m");
        return new ServerProcess(
                options, "fairlead.server.Main", data(), "--body-memory=8192", "--most-json-values=10000000");
    }

    @Test
    void endsWithoutMemoryByTheOptionsOfTheScript() throws IOException, InterruptedException {
        Matcher found = OPTIONS.matcher(Files.readString(SCRIPT));
        assertThat(found.find()).isTrue();
        List<String> options =
                new ArrayList<>(Arrays.asList(found.group(1).strip().split("\\s+")));
        options.removeIf(option -> option.startsWith("-Xm") || option.contains("CompactObjectHeaders"));
        try (ServerProcess server = small(options)) {
            keep(server);
            exhaust(server);
            assertThat(server.ended()).isEqualTo(3);
            assertThat(linesOf(server))
                    .singleElement()
                    .asString()
                    .startsWith("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        }
        requireRestart();
    }

    @Test
    void endsWithoutMemoryThoughTheJvmIsNotToldTo() throws IOException, InterruptedException {
        try (ServerProcess server = small(List.of())) {
            keep(server);
            exhaust(server);
            assertThat(server.ended()).isEqualTo(3);
            assertThat(linesOf(server))
                    .containsExactly("fairlead: out of memory (Java heap space): the server ends; start it again");
        }
        requireRestart();
    }

    @Test
    void endsWhenTheDatabaseCanNotBeFlushedForLong() throws IOException, InterruptedException {
        try (ServerProcess server =
                new ServerProcess(List.of(), "fairlead.server.FailingServer", data(), FailingServer.FLUSH)) {
            keep(server);
            Files.createFile(data().resolve(FailingServer.FLUSH));
            assertThat(server.ended()).isEqualTo(4);
            assertThat(linesOf(server))
                    .singleElement()
                    .asString()
                    .matches("fairlead: for \\d+ s the database could not be flushed to the disk again \\(.*\\);"
                            + " all that was answered is in its log: the server ends; start it again");
        }
        requireRestart();
    }

    @Test
    void endsWhenAnInvariantIsBroken() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            keep(server);
        }
        ServerProcess.Refusal end =
                ServerProcess.ended("fairlead.server.FailingServer", data(), FailingServer.DISPATCHER);
        assertThat(end.status()).isEqualTo(5);
        assertThat(linesOf(end.error()))
                .containsExactly("fairlead: the thread dispatcher, which always runs, has ended by"
                        + " java.lang.IllegalStateException: an operation has two owners:"
                        + " the server ends; start it again");
        requireRestart();
    }
}
