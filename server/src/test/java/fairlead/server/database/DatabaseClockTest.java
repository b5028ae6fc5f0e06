package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import fairlead.handler.testing.SettableClock;
import fairlead.server.time.SettableTime;
import fairlead.testbed.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {

    private final SettableClock machine = SettableClock.atNoon();
    private final SettableTime elapsed = new SettableTime(machine);
    private Database database;

    @BeforeEach
    void open() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        database = PostgresDatabase.open(postgres.url(postgres.createDatabase()), new Random(1));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Instant ofTheDatabase() {
        return database.read(transaction -> transaction
                .one("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", Row::time)
                .orElseThrow());
    }

    @Test
    void tellsTheTimeOfTheDatabaseWhateverThatOfTheMachineIs() {
        Instant before = ofTheDatabase();
        DatabaseClock clock = new DatabaseClock(database, elapsed);
        elapsed.step(Duration.ofHours(-3));
        assertThat(clock.instant()).isBetween(before, ofTheDatabase());
    }

    @Test
    void addsElapsedTimeUntilItAsksAgain() {
        DatabaseClock clock = new DatabaseClock(database, elapsed);
        Instant first = clock.instant();
        machine.advance(Duration.ofMinutes(5));
        assertThat(clock.instant()).isEqualTo(first.plus(Duration.ofMinutes(5)));
        clock.look();
        assertThat(clock.instant()).isCloseTo(ofTheDatabase(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void goesOnWhileTheDatabaseDoesNotAnswer() {
        DatabaseClock clock = new DatabaseClock(database, elapsed);
        Instant first = clock.instant();
        database.close();
        machine.advance(Duration.ofSeconds(3));
        assertThat(clock.instant()).isEqualTo(first.plusSeconds(3));
    }
}
