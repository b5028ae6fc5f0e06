package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.audit.AuditLog;
import fairlead.server.access.audit.DatabaseSource;
import fairlead.server.access.audit.LogVerifier;
import fairlead.server.access.audit.VerifierKey;
import fairlead.server.database.Database;
import fairlead.server.database.OfflineCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process is killed again and again while records are written and sealed. Each time the trail holds,
/// continues the checkpoint of the time before, and has a record of all that was acknowledged.
///
/// `-Daudit.kills=100` kills more often than a usual run does.
class AuditKillTest {

    private static final int CLIENTS = 8;
    private static final int KILLS = Integer.getInteger("audit.kills", 3);
    private static final long SEED = Long.getLong("kills.seed", 20261126);

    @TempDir
    private Path folder;

    private final AtomicLong acknowledged = new AtomicLong();

    @Test
    void aTrailWhoseServerIsKilledHolds() throws Exception {
        Random chance = new Random(SEED);
        Path data = folder.resolve("data");
        Optional<String> kept = Optional.empty();
        List<VerifierKey> keys = List.of();
        for (int cycle = 0; cycle < KILLS; cycle++) {
            killInTheMiddle(data, cycle, 900 + chance.nextInt(1500));
            try (Database database = OfflineCheck.open(data.resolve("fairlead.db"))) {
                LogVerifier.Report report = new LogVerifier(new DatabaseSource(database), keys, kept).verify();
                assertThat(report.findings()).isEmpty();
                assertThat(report.records()).isGreaterThanOrEqualTo(acknowledged.get());
                assertThat(report.sealed()).isPositive();
                kept = new AuditLog(database).checkpoint();
                keys = new AuditLog(database)
                        .verifiers().stream().map(VerifierKey::parse).toList();
            }
        }
        assertThat(keys).hasSize(1);
        assertThat(acknowledged.get()).isGreaterThan(KILLS * 10L);
    }

    private void killInTheMiddle(Path data, int cycle, int afterMillis) throws Exception {
        try (ServerProcess server = new ServerProcess(data)) {
            AtomicBoolean on = new AtomicBoolean(true);
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String name = "c" + cycle + "-" + i + "-";
                clients.add(Thread.ofVirtual().start(() -> {
                    for (int n = 0; on.get(); n++) {
                        put(server, name + n);
                    }
                }));
            }
            waitForAcknowledgements(CLIENTS);
            Thread.sleep(afterMillis);
            server.kill();
            on.set(false);
            for (Thread client : clients) {
                client.join();
            }
        }
    }

    private void put(ServerProcess server, String name) {
        try {
            if (server.put(name, "{\"Size\":1}").statusCode() == 201) {
                acknowledged.incrementAndGet();
            }
        } catch (IOException killed) {
            // Whether it was recorded is not known.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void waitForAcknowledgements(int more) throws InterruptedException {
        long enough = acknowledged.get() + more;
        for (int i = 0; i < 3000 && acknowledged.get() < enough; i++) {
            Thread.sleep(10);
        }
    }
}
