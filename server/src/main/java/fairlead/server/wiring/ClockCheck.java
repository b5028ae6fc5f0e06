package fairlead.server.wiring;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.telemetry.Sampled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Whether the clock of this machine can be right, by what the database knows of time: PostgreSQL has a clock, which
/// all nodes share, and SQLite the time of the newest event.
final class ClockCheck {

    /// Tokens and signatures are valid for that long at least, so a clock that is wrong by more refuses callers.
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final String SHARED = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
    private static final String NEWEST = "SELECT at FROM event ORDER BY seq DESC LIMIT 1";

    private final Database database;
    private final Clock clock;
    private final Sampled<Optional<String>> sampled;

    ClockCheck(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        sampled = new Sampled<>(PAUSE, this::look);
    }

    /// Why it can't be; empty if it can, or the database does not answer.
    Optional<String> failure() {
        return sampled.value().flatMap(why -> why);
    }

    private Optional<String> look() {
        return switch (database.dialect()) {
            case POSTGRESQL -> time(SHARED).flatMap(shared -> told(away(shared).abs(), "away from that of PostgreSQL"));
            case SQLITE -> time(NEWEST).flatMap(newest -> told(away(newest), "behind the newest event"));
        };
    }

    private Optional<Instant> time(String sql) {
        return database.read(transaction -> transaction.one(sql, Row::time));
    }

    private Duration away(Instant from) {
        return Duration.between(clock.instant(), from);
    }

    private static Optional<String> told(Duration time, String where) {
        return time.compareTo(TOLERANCE) > 0
                ? Optional.of("the clock of this machine is " + time.toSeconds() + " s " + where)
                : Optional.empty();
    }
}
