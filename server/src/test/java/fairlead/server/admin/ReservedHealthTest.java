package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.SqliteDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Health while all that others may use of a server is in use, and stays so.
class ReservedHealthTest {

    /// More than any database has connections.
    private static final int READS = 40;

    private static final List<String> ADDRESSES = List.of("/livez", "/readyz", "/fairlead/health");

    @TempDir
    private Path folder;

    private final CountDownLatch goOn = new CountDownLatch(1);

    /// Takes every connection for reads, and gives none back before the test says so.
    private List<Thread> takeAllReaders(Database database, int connections) throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(connections);
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < READS; i++) {
            readers.add(Thread.ofVirtual().start(() -> {
                try {
                    database.read(_ -> {
                        taken.countDown();
                        awaitEnd();
                        return 0;
                    });
                } catch (RuntimeException tooManyReads) {
                    // It waited in vain: that is what it is here for.
                }
            }));
        }
        taken.await();
        return readers;
    }

    private void awaitEnd() {
        try {
            goOn.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private void requireHealth(Database database, int connections) throws InterruptedException {
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(20), () -> database)) {
            List<Thread> readers = takeAllReaders(database, connections);
            for (String address : ADDRESSES) {
                assertThat(plane.get(address).status()).as(address).isEqualTo(200);
            }
            goOn.countDown();
            for (Thread reader : readers) {
                reader.join();
            }
        }
    }

    @Test
    void isAnsweredWhileReadsTakeAllReadersOfSqlite() throws InterruptedException {
        requireHealth(SqliteDatabase.open(folder.resolve("fairlead.db")), 4);
    }

    @Test
    void isAnsweredWhileReadsTakeAllConnectionsToPostgres() throws InterruptedException {
        PostgresServer postgres = PostgresServer.shared();
        String url = postgres.url(postgres.createDatabase());
        requireHealth(PostgresDatabase.open(url, new Random(1)), 15);
    }

    /// As many requests as may be at work wait for a reader; health counts as none of them.
    @Test
    void isAnsweredWhileAsManyRequestsAreAtWorkAsMayBe() throws InterruptedException {
        Database database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(20), () -> database, "--most-at-work=8")) {
            List<Thread> readers = takeAllReaders(database, 4);
            List<Thread> lists = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                lists.add(Thread.ofVirtual().start(() -> plane.get(Plane.THINGS + Plane.VERSION)));
            }
            for (String address : ADDRESSES) {
                assertThat(plane.get(address).status()).as(address).isEqualTo(200);
            }
            goOn.countDown();
            for (Thread thread : lists) {
                thread.join();
            }
            for (Thread thread : readers) {
                thread.join();
            }
        }
    }

    /// Each has 1.4 million values, which would take 200 times the memory of its bytes.
    @Test
    void isAnsweredWhileEightBodiesOfManyEmptyObjectsAreSent() throws InterruptedException {
        String body = "{\"location\": \"local\", \"properties\": {\"List\": [{}" + ",{}".repeat(1_390_000) + "]}}";
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(20))) {
            List<Integer> answers = Collections.synchronizedList(new ArrayList<>());
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String name = "/large" + i;
                senders.add(Thread.ofVirtual()
                        .start(() -> answers.add(plane.put(Plane.THINGS + name + Plane.VERSION, body)
                                .status())));
            }
            while (senders.stream().anyMatch(Thread::isAlive)) {
                for (String address : ADDRESSES) {
                    assertThat(plane.get(address).status()).as(address).isEqualTo(200);
                }
            }
            for (Thread sender : senders) {
                sender.join();
            }
            assertThat(answers).hasSize(8).allMatch(status -> status == 413 || status == 503);
            assertThat(plane.get("/readyz").status()).isEqualTo(200);
        }
    }
}
