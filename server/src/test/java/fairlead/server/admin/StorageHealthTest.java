package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.database.FailingStorage;
import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose disk is full for a while.
class StorageHealthTest {

    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";

    @TempDir
    private Path folder;

    private final FailingStorage storage = new FailingStorage();

    private Plane start(String... more) {
        return Plane.start(folder, Duration.ofSeconds(20), () -> storage.open(folder.resolve("fairlead.db")), more);
    }

    private static Answer put(Plane plane, String name) {
        return plane.put(Plane.THINGS + "/" + name + Plane.VERSION, THING);
    }

    private static void require(Plane plane, int status) {
        for (String path : List.of("/fairlead/health", "/readyz", "/readyz?verbose")) {
            assertThat(plane.get(path).status()).as(path).isEqualTo(status);
        }
    }

    @Test
    void isToldByEachAddressOfHealthUntilWritesGoOnByThemselves() {
        try (Plane plane = start()) {
            assertThat(put(plane, "before").status()).isEqualTo(201);
            require(plane, 200);
            assertThat(plane.get("/readyz").response().body()).isEqualTo("ok");

            storage.failWhile("COMMIT"::equals, new Fault(FailingStorage.FULL, Moment.BEFORE));
            for (int i = 0; i < 5; i++) {
                Answer refused = put(plane, "t" + i);
                assertThat(refused.status()).isEqualTo(507);
                assertThat(refused.code()).isEqualTo("InsufficientStorage");
                require(plane, 503);
            }
            assertThat(plane.get("/readyz").response().body()).isEqualTo("failing");
            assertThat(plane.get("/readyz?verbose").response().body())
                    .contains("database-read ok\n", "database-write failing: the storage is full", "disk ok\n")
                    .endsWith("\nfailing\n");
            assertThat(plane.get("/livez").response().body()).isEqualTo("ok");
            assertThat(plane.get(Plane.THINGS + "/before" + Plane.VERSION).status())
                    .isEqualTo(200);

            storage.heal();
            for (int i = 0; i < 5; i++) {
                assertThat(put(plane, "t" + i).status()).isEqualTo(201);
            }
            awaitHealth(plane);
            require(plane, 200);
        }
    }

    /// A page that can't be read fails a request, and no write of anything else.
    @Test
    void isToldWhileAReadFailsThoughAllWritesSucceed() {
        try (Plane plane = start()) {
            assertThat(put(plane, "before").status()).isEqualTo(201);
            storage.failWhile(
                    site -> site.contains("FROM operation") && site.contains("ORDER BY"),
                    new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            String operations = Plane.SUBSCRIPTION + "/operationStatuses" + Plane.VERSION;
            assertThat(plane.get(operations).status()).isEqualTo(503);
            require(plane, 503);
            assertThat(plane.get("/readyz?verbose").response().body())
                    .contains("database-write ok\n", "database-failures failing: a transaction has failed ");

            storage.heal();
            assertThat(plane.get(operations).status()).isEqualTo(200);
            awaitHealth(plane);
        }
    }

    /// It takes two seconds without a failure.
    private static void awaitHealth(Plane plane) {
        int status = 503;
        for (int i = 0; i < 1_000_000 && status != 200; i++) {
            status = plane.get("/readyz").status();
        }
        assertThat(status).isEqualTo(200);
    }

    @Test
    void isAnsweredBeyondAllLimits() {
        try (Plane plane = start("--reads-per-second=1")) {
            int limited = 0;
            for (int i = 0; i < 100 && limited == 0; i++) {
                limited = plane.get("/fairlead/version").status() == 429 ? 1 : 0;
            }
            assertThat(limited).isEqualTo(1);
            for (int i = 0; i < 30; i++) {
                require(plane, 200);
                assertThat(plane.get("/livez").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void isNotReadyBeforeItStops() throws InterruptedException {
        Plane plane = start("--drain=5s");
        Thread stopping = Thread.ofPlatform().start(plane::stop);
        int status = 200;
        for (int i = 0; i < 100_000 && status == 200; i++) {
            status = plane.get("/readyz").status();
        }
        assertThat(plane.get("/readyz?verbose").response().body()).contains("stopping failing: the server is stopping");
        assertThat(status).isEqualTo(503);
        assertThat(plane.get("/fairlead/version").status()).isEqualTo(200);
        stopping.join();
        plane.close();
    }
}
