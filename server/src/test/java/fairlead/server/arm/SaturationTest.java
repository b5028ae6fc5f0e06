package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.database.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A control plane whose disk has stopped to take anything, while requests keep coming.
class SaturationTest {

    private static final int MOST = 8;
    private static final String THING = "{\"location\": \"local\", \"properties\": {}}";

    @TempDir
    private Path folder;

    /// Lets requests write once it is told to.
    private static final class Stalling implements Database {

        private final Database real;
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final Semaphore stalled = new Semaphore(0);
        private volatile boolean stalling;

        Stalling(Database real) {
            this.real = real;
        }

        @Override
        public <T extends @Nullable Object> T write(Work<T> work) {
            boolean request = fairlead.server.telemetry.Activity.current().isPresent();
            if (stalling && request) {
                stalled.release();
                try {
                    goOn.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }
            return real.write(work);
        }

        @Override
        public <T extends @Nullable Object> T rehearse(Work<T> work) {
            return real.rehearse(work);
        }

        @Override
        public <T extends @Nullable Object> T read(Work<T> work) {
            return real.read(work);
        }

        @Override
        public Dialect dialect() {
            return real.dialect();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    @Test
    void refusesAtOnceWhatItCantDoAndFinishesWhatItHasAccepted() throws Exception {
        Stalling disk = new Stalling(SqliteDatabase.open(folder.resolve("fairlead.db")));
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(20), () -> disk, "--most-at-work=" + MOST);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            disk.stalling = true;
            List<Future<Answer>> accepted = new ArrayList<>();
            for (int i = 0; i < MOST; i++) {
                String path = Plane.THINGS + "/t" + i + Plane.VERSION;
                accepted.add(clients.submit(() -> plane.put(path, THING)));
            }
            disk.stalled.acquire(MOST);

            Answer refused = plane.put(Plane.THINGS + "/more" + Plane.VERSION, THING);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("ServerBusy");
            assertThat(refused.header("Retry-After")).matches("[1-9]\\d*");
            assertThat(plane.get(Plane.THINGS + Plane.VERSION).status()).isEqualTo(503);
            assertThat(plane.get("/fairlead/health").status()).isEqualTo(200);
            assertThat(plane.get("/metrics").response().body()).contains("fairlead_http_requests_shed_total 2");

            disk.goOn.countDown();
            for (Future<Answer> answer : accepted) {
                assertThat(answer.get().status()).isEqualTo(201);
            }
        }
    }
}
