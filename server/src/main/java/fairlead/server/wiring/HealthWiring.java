package fairlead.server.wiring;

import fairlead.server.admin.AdminSurface;
import fairlead.server.database.DamageCheck;
import fairlead.server.database.MeasuredDatabase;
import fairlead.server.database.Row;
import fairlead.server.health.FreeDisk;
import fairlead.server.health.Health;
import fairlead.server.health.HealthCheck;
import fairlead.server.operation.Operations;
import fairlead.server.options.Options;
import fairlead.server.telemetry.Sampled;
import java.time.Clock;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// What is checked of the server's health.
final class HealthWiring {

    /// An operation that is due waits no longer for a node, unless none gets to it.
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /// What is asked of the database for health alone is asked no more often.
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private static final String ANYTHING = "SELECT generation FROM type_generation WHERE id = 1";

    private HealthWiring() {}

    static AdminSurface.Condition condition(
            Options options,
            MeasuredDatabase database,
            Operations operations,
            SealWiring seal,
            Clock clock,
            Deque<AutoCloseable> opened) {
        ClockCheck clocks = new ClockCheck(database, clock);
        Sampled<Optional<String>> key = new Sampled<>(PAUSE, seal.keys()::lacking);
        DamageCheck damage = new DamageCheck(database, Records.all()).begin();
        opened.push(damage);
        Health health = new Health(
                List.of(
                        new HealthCheck("database-read", () -> reads(database)),
                        new HealthCheck("database-write", database.probe()::failure),
                        new HealthCheck("database-failures", database.failures()::failure),
                        new HealthCheck("database-file", damage::damage)),
                List.of(
                        new HealthCheck(
                                "disk", () -> FreeDisk.failure(options.storage().data())),
                        new HealthCheck("key", () -> key.value().flatMap(why -> why)),
                        new HealthCheck("clock", clocks::failure),
                        new HealthCheck("leases", () -> leases(operations)),
                        new HealthCheck("operation-queue", () -> waits(operations))));
        return new AdminSurface.Condition(health, damage);
    }

    /// Asked on a connection that no other reads take.
    private static Optional<String> reads(MeasuredDatabase database) {
        database.readReserved(transaction -> transaction.one(ANYTHING, Row::number));
        return Optional.empty();
    }

    private static Optional<String> leases(Operations operations) {
        return operations
                .withoutLeases()
                .map(time -> "this node has not renewed the leases on its operations for " + time.toSeconds() + " s");
    }

    private static Optional<String> waits(Operations operations) {
        return operations
                .queueAge()
                .filter(seconds -> seconds > LONGEST_WAIT.toSeconds())
                .map(seconds -> "an operation has been due for " + seconds + " s, and no node works on it");
    }

    /// Not ready any more, for as long as it is told, before anything else is stopped.
    static AutoCloseable stop(Health health, Duration drain) {
        return () -> {
            health.beginStop();
            Thread.sleep(drain);
        };
    }
}
