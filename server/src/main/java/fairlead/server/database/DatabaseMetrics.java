package fairlead.server.database;

import fairlead.server.telemetry.Metrics;
import fairlead.server.telemetry.Sampled;
import java.time.Duration;
import java.util.List;

/// What a scrape shows of a database: its connections, who waits for them, and its size.
public final class DatabaseMetrics {

    private static final Duration PAUSE = Duration.ofSeconds(30);

    private DatabaseMetrics() {}

    public static void declare(Database database, Metrics metrics) {
        metrics.gauge(
                "fairlead_database_connections",
                "Connections to the database, by whether a transaction has them.",
                List.of("state"),
                samples -> {
                    Usage usage = database.usage();
                    samples.add(usage.active(), "active");
                    samples.add(usage.idle(), "idle");
                });
        metrics.gauge(
                "fairlead_database_waiting",
                "Callers that wait for a connection or for the writer.",
                () -> database.usage().waiting());
        Sampled<Long> size = new Sampled<>(PAUSE, () -> database.read(transaction -> size(database, transaction)));
        metrics.gauge(
                "fairlead_database_size_bytes",
                "What the database takes on disk, without the log.",
                List.of(),
                samples -> size.value().ifPresent(samples::add));
    }

    private static long size(Database database, Transaction transaction) {
        String question = switch (database.dialect()) {
            case SQLITE -> "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
            case POSTGRESQL -> "SELECT pg_database_size(current_database())";
        };
        return transaction.one(question, Row::number).orElse(0L);
    }
}
