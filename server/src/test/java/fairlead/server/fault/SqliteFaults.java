package fairlead.server.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Every fault of the files of SQLite, under every deed. `-Dfaults.minutes=` is how long it may take beyond what is
/// needed, `-Dfaults.limit=` when it ends in any case, `-Dfaults.seed=` repeats what a run has chosen, `-Dfaults.page=`
/// is the page that gets the report.
class SqliteFaults {

    @Test
    void loseNothingAndAreToldTheTruth() throws IOException {
        long seed = Long.getLong("faults.seed", System.currentTimeMillis());
        Path folder = Files.createDirectories(
                Path.of("target", "storage-faults", "sqlite-" + seed).toAbsolutePath());
        FaultReport report = new FaultReport("SQLite", seed, folder.resolveSibling("sqlite-failures.txt"));
        try (FailingStore store = new FaultyFiles(folder, new Random(seed));
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
