package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordProcessTest {

    @Test
    void oneOnTheCommandLineIsWarnedOfAndNotRepeated(@TempDir Path folder) throws IOException, InterruptedException {
        ServerProcess.Refusal refusal =
                ServerProcess.refused(folder.resolve("data"), "--database=postgresql://ada:s3cr3t@127.0.0.1:1/none");

        assertThat(refusal.status()).isEqualTo(1);
        assertThat(refusal.error())
                .contains("--database has a password, which every user of this machine can read")
                .contains("fairlead: can't connect to PostgreSQL")
                .doesNotContain("s3cr3t");
    }
}
