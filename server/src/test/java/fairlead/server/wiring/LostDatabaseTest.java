package fairlead.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.DatabaseException;
import fairlead.server.options.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose database was deleted, or cut to nothing, beside all that it had recorded.
class LostDatabaseTest {

    @TempDir
    private Path data;

    private void start() {
        ControlPlane.start(Options.parse(List.of("--port=0", "--data=" + data)), Sources.real())
                .close();
    }

    private void requireRefusal(String how) {
        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("fairlead.db is " + how + ", but seal.key and lab of another one are beside it")
                .hasMessageContaining("move seal.key away");
    }

    @Test
    void isNotTakenForANewOne() throws IOException {
        start();
        Path file = data.resolve("fairlead.db");
        Files.writeString(data.resolve("seal.key"), "a key");
        Files.createDirectories(data.resolve("lab"));
        Files.writeString(data.resolve("lab").resolve("thing"), "{}");

        Files.write(file, new byte[0]);
        requireRefusal("empty");
        Files.delete(file);
        requireRefusal("missing");

        Files.move(data.resolve("seal.key"), data.resolve("seal.key.old"));
        start();
        assertThat(file).isNotEmptyFile();
    }
}
