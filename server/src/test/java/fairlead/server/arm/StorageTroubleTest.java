package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.Row;
import fairlead.server.database.SqliteDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTroubleTest {

    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"%s\"}}";

    @TempDir
    private Path folder;

    @Test
    void aFullDiskRefusesWritesAndStillReads() {
        try (Plane plane = Plane.start(folder, Duration.ofMillis(500), this::small)) {
            String first = Plane.THINGS + "/first" + Plane.VERSION;
            assertThat(plane.put(first, THING.formatted("x")).status()).isEqualTo(201);
            Answer refused = fill(plane);
            assertThat(refused.status()).isEqualTo(507);
            assertThat(refused.code()).isEqualTo("InsufficientStorage");
            assertThat(refused.header("Retry-After")).isEqualTo("60");
            assertThat(plane.get(first).status()).isEqualTo(200);
        }
    }

    private Database small() {
        Database database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, Clock.systemUTC());
        database.write(transaction -> transaction.query("PRAGMA max_page_count=100", Row::number));
        return database;
    }

    private static Answer fill(Plane plane) {
        String large = THING.formatted("x".repeat(60_000));
        for (int i = 0; i < 20; i++) {
            Answer answer = plane.put(Plane.THINGS + "/large" + i + Plane.VERSION, large);
            if (answer.status() != 201) {
                return answer;
            }
        }
        throw new AssertionError("the disk does not get full");
    }

    @Test
    void aDatabaseThatGoesAwayIsToldAndComesBack() {
        try (PostgresServer server = PostgresServer.start(folder)) {
            String url = server.url(server.createDatabase());
            try (Plane plane =
                    Plane.start(folder, Duration.ofMinutes(1), () -> PostgresDatabase.open(url, new Random(1)))) {
                String first = Plane.THINGS + "/first" + Plane.VERSION;
                assertThat(plane.put(first, THING.formatted("x")).status()).isEqualTo(201);
                server.stop();
                Answer refused = plane.get(first);
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.code()).isEqualTo("ServiceUnavailable");
                assertThat(refused.header("Retry-After")).isEqualTo("10");
                server.restart();
                assertThat(retried(plane, first).status()).isEqualTo(200);
            }
        }
    }

    /// Asks again for as long as the server says that this helps.
    private static Answer retried(Plane plane, String path) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        Answer answer = plane.get(path);
        while (answer.status() == 503 && System.nanoTime() < deadline) {
            answer = plane.get(path);
        }
        return answer;
    }
}
