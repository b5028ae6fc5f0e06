package fairlead.bench.robust.server;

import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Two servers on one PostgreSQL, which is killed and stopped as well.
public final class PostgresBacking implements Backing {

    private static final String THINGS = "SELECT id, token, properties, deleted_by IS NULL FROM lab_thing";

    private static final String TERMINATION =
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = ?";

    private final PostgresServer server;
    private final String database;

    /// @param folder in which the database has its own
    public PostgresBacking(Path folder) {
        server = PostgresServer.start(folder);
        database = server.createDatabase();
    }

    @Override
    public String name() {
        return "PostgreSQL " + server.version();
    }

    @Override
    public int nodes() {
        return 2;
    }

    @Override
    public List<String> options() {
        return List.of("--database=" + server.url(database));
    }

    @Override
    public Set<Fault> faults() {
        Set<Fault> all = EnumSet.allOf(Fault.class);
        all.remove(Fault.DISK_FULL);
        return all;
    }

    @Override
    public void cause(Fault fault, long millis) throws IOException, InterruptedException {
        switch (fault) {
            case POSTGRES_RESTART -> server.restart();
            case POSTGRES_KILL -> {
                server.killHard();
                TimeUnit.MILLISECONDS.sleep(millis / 10);
                server.restart();
            }
            case POSTGRES_PAUSE -> pause(millis);
            case POSTGRES_TERMINATION -> terminate();
            case KILL, KILL_AT_START, PAUSE, LONG_PAUSE, CLOCK_STEP, DISK_FULL ->
                throw new IllegalArgumentException(fault + " is none of PostgreSQL's own");
        }
    }

    private void pause(long millis) throws IOException, InterruptedException {
        List<Long> processes = server.processes();
        Signals.send("STOP", processes);
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } finally {
            Signals.send("CONT", processes);
        }
    }

    /// From a session that is in another database.
    private void terminate() throws IOException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl("postgres"));
                var statement = connection.prepareStatement(TERMINATION)) {
            statement.setString(1, database);
            statement.executeQuery().close();
        } catch (SQLException failure) {
            throw new IOException(failure);
        }
    }

    @Override
    public List<Thing> things(List<Node> nodes) throws IOException {
        List<Thing> things = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl(database));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(THINGS)) {
            while (rows.next()) {
                things.add(new Thing(rows.getString(1), rows.getString(2), rows.getString(3), rows.getBoolean(4)));
            }
        } catch (SQLException failure) {
            throw new IOException(failure);
        }
        return things;
    }

    @Override
    public void close() {
        server.close();
    }
}
