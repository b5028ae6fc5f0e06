package fairlead.server.fault;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Every fault of the connections to PostgreSQL, under every deed. The properties are those of [SqliteFaults].
class PostgresFaults {

    @Test
    void loseNothingAndAreToldTheTruth() throws IOException {
        long seed = Long.getLong("faults.seed", System.currentTimeMillis());
        Path folder = Files.createDirectories(
                Path.of("target", "storage-faults", "postgres-" + seed).toAbsolutePath());
        FaultReport report = new FaultReport("PostgreSQL", seed, folder.resolveSibling("postgres-failures.txt"));
        try (FailingStore store = new FaultyConnections(PostgresServer.shared(), folder);
                FaultRun run = new FaultRun(store, folder, seed, report)) {
            run.run(
                    Duration.ofMinutes(Long.getLong("faults.minutes", 0)),
                    Duration.ofMinutes(Long.getLong("faults.limit", 50)));
        }
        String page = System.getProperty("faults.page", "");
        if (!page.isEmpty()) {
            report.write(Path.of(page), System.getProperty("faults.version", "this version"));
        }
        assertThat(report.failures()).isEmpty();
    }
}
