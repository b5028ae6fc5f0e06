package fairlead.bench;

import fairlead.server.database.Migrations;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// PostgreSQL's own load generator with the statements of one PUT: what that database grants on this machine.
final class Pgbench {

    private static final Pattern RATE = Pattern.compile("tps = ([0-9.]+)");
    private static final Pattern LATENCY = Pattern.compile("latency average = ([0-9.]+) ms");

    private Pgbench() {}

    /// @param perSecond PUTs a second; `millis` is the mean
    record Figure(double perSecond, double millis) {}

    static Figure measure(Path folder, int clients, int seconds) throws IOException, InterruptedException {
        PostgresServer server = PostgresServer.shared();
        String database = server.createDatabase();
        try (PostgresDatabase opened = PostgresDatabase.open(server.url(database), new Random(1))) {
            Migrations.apply(opened, Clock.systemUTC());
        }
        Path script = folder.resolve("put.sql");
        try (InputStream text = Objects.requireNonNull(Pgbench.class.getResourceAsStream("put.sql"))) {
            Files.copy(text, script);
        }
        Process process = new ProcessBuilder(List.of(
                        "pgbench",
                        "--no-vacuum",
                        "--protocol=prepared",
                        "--client=" + clients,
                        "--jobs=2",
                        "--time=" + seconds,
                        "--file=" + script,
                        server.url(database)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("pgbench: " + output);
        }
        return new Figure(number(RATE, output), number(LATENCY, output));
    }

    private static double number(Pattern pattern, String output) throws IOException {
        Matcher matcher = pattern.matcher(output);
        if (!matcher.find()) {
            throw new IOException("pgbench said: " + output);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
