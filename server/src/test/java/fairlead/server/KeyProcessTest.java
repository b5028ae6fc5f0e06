package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose sealing key was lost ends with a message, and starts once the key is back.
class KeyProcessTest {

    /// So it may be taken away: what a handler can find on the disk then is not the key.
    @Test
    void readsTheKeyOnceAndNeedsItsFileNoMore(@TempDir Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path key = folder.resolve("mounted/the.key");
        String named = "--key-file=" + key;
        String thing = ServerProcess.THINGS + "/one/whatIf?api-version=2026-11-01";
        try (ServerProcess server = new ServerProcess(data, named)) {
            assertThat(server.put("one", "{\"Secret\":\"never told\"}").statusCode())
                    .isEqualTo(201);
        }
        try (ServerProcess server = new ServerProcess(data, named)) {
            Files.delete(key);
            assertThat(server.put("two", "{\"Secret\":\"never told\"}").statusCode())
                    .isEqualTo(201);
            assertThat(server.post(thing, "{\"location\":\"local\",\"properties\":{\"Secret\":\"never told\"}}")
                            .body())
                    .contains("\"NoChange\"");
            assertThat(key).doesNotExist();
        }
        assertThat(ServerProcess.refused(data, named).error()).contains("the sealing key in " + key + " is missing");
    }

    @Test
    void endsWithOneLineAndTheStatusOfAFailedStart(@TempDir Path folder) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path key = data.resolve("seal.key");
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.put("one", "{\"Secret\":\"never told\"}").statusCode())
                    .isEqualTo(201);
        }
        Path backup = Files.move(key, folder.resolve("backup"));

        ServerProcess.Refusal refusal = ServerProcess.refused(data);

        assertThat(refusal.status()).isEqualTo(1);
        assertThat(refusal.error().lines().filter(line -> line.startsWith("fairlead: ")))
                .singleElement()
                .asString()
                .startsWith("fairlead: the sealing key in " + key + " is missing.")
                .endsWith("Restore the file from the backup, or name another with --key-file");
        assertThat(key).doesNotExist();

        Files.move(backup, key);
        try (ServerProcess server = new ServerProcess(data)) {
            assertThat(server.get(ServerProcess.THINGS + "/one").statusCode()).isEqualTo(200);
        }
    }
}
