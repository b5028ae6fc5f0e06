package fairlead.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.SqliteDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine whose clock is not right.
class ClockCheckTest {

    private static final Instant NEWEST = Instant.parse("2026-11-24T12:00:00Z");
    private static final String EVENT = """
        INSERT INTO event (at, kind, resource, resource_id, version) VALUES (?, 'created', 'r', '/a', 1)
        """;

    @TempDir
    private Path folder;

    private static ClockCheck at(Database database, Instant time) {
        return new ClockCheck(database, Clock.fixed(time, ZoneOffset.UTC));
    }

    @Test
    void isToldByTheNewestEventOfSqlite() {
        try (Database database = SqliteDatabase.open(folder.resolve("fairlead.db"))) {
            Migrations.apply(database, Clock.systemUTC());
            assertThat(at(database, Instant.EPOCH).failure()).isEmpty();
            database.write(transaction -> transaction.update(EVENT, NEWEST));

            assertThat(at(database, NEWEST.minusSeconds(290)).failure()).isEmpty();
            assertThat(at(database, NEWEST.plus(Duration.ofDays(400))).failure())
                    .isEmpty();
            assertThat(at(database, NEWEST.minusSeconds(301)).failure())
                    .contains("the clock of this machine is 301 s behind the newest event");
        }
    }

    @Test
    void isToldByTheClockOfPostgres() {
        PostgresServer postgres = PostgresServer.shared();
        try (Database database = PostgresDatabase.open(postgres.url(postgres.createDatabase()), new Random(1))) {
            Instant now = Instant.now();
            assertThat(at(database, now).failure()).isEmpty();
            for (Instant wrong : new Instant[] {now.plusSeconds(400), now.minusSeconds(400)}) {
                assertThat(at(database, wrong).failure())
                        .hasValueSatisfying(why -> assertThat(why)
                                .matches("the clock of this machine is \\d+ s away from that of PostgreSQL"));
            }
        }
    }
}
