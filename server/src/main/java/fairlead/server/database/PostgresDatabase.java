package fairlead.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import fairlead.server.database.DatabaseException.Kind;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL database behind a small pool, shared by several nodes.
///
/// Transactions run at READ COMMITTED: our statements guard themselves by conditions on versions and by unique
/// keys. Serialization failures and deadlocks are repeated here.
public final class PostgresDatabase implements Database {

    private static final int MOST_ATTEMPTS = 6;

    private static final int CONNECTIONS = 16;
    private static final int RESERVED = 1;
    private static final int PATIENCE_MILLIS = 5000;

    private final HikariDataSource pool;
    private final Semaphore unreserved = new Semaphore(CONNECTIONS - RESERVED);
    private final RandomGenerator chance;

    /// Connects to `postgresql://user:password@host:port/database?options`; throws [DatabaseException] if it
    /// can't.
    public static PostgresDatabase open(String url, RandomGenerator chance) {
        try {
            return new PostgresDatabase(new HikariDataSource(configuration(url)), chance);
        } catch (PoolInitializationException failure) {
            String reason = String.valueOf(
                    failure.getCause() == null
                            ? failure.getMessage()
                            : failure.getCause().getMessage());
            throw new DatabaseException(Kind.UNAVAILABLE, "can't connect to PostgreSQL: " + reason, failure);
        }
    }

    private PostgresDatabase(HikariDataSource pool, RandomGenerator chance) {
        this.pool = pool;
        this.chance = chance;
    }

    private static HikariConfig configuration(String url) {
        URI uri = URI.create(url);
        if (!"postgresql".equals(uri.getScheme()) && !"postgres".equals(uri.getScheme())) {
            throw new IllegalArgumentException(
                    "a PostgreSQL address begins with postgresql://, found " + uri.getScheme());
        }
        HikariConfig config = new HikariConfig();
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        config.setJdbcUrl("jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query);
        if (uri.getRawUserInfo() != null) {
            String[] user = uri.getRawUserInfo().split(":", 2);
            config.setUsername(URLDecoder.decode(user[0], StandardCharsets.UTF_8));
            config.setPassword(user.length < 2 ? "" : URLDecoder.decode(user[1], StandardCharsets.UTF_8));
        }
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        config.setAutoCommit(true);
        config.setPoolName("postgresql");
        config.addDataSourceProperty("socketTimeout", "60");
        config.addDataSourceProperty("connectTimeout", "5");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("prepareThreshold", "3");
        config.addDataSourceProperty("ApplicationName", "fairlead");
        return config;
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public Usage usage() {
        HikariPoolMXBean now = pool.getHikariPoolMXBean();
        return new Usage(now.getActiveConnections(), now.getIdleConnections(), now.getThreadsAwaitingConnection());
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return repeated(work, true);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return repeated(work, false);
    }

    /// @param keeping whether it is committed; else it is rolled back
    private <T extends @Nullable Object> T repeated(Work<T> work, boolean keeping) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(work, keeping);
            } catch (DatabaseException failure) {
                if (failure.kind() != Kind.SERIALIZATION || attempt == MOST_ATTEMPTS) {
                    throw failure;
                }
                pause(attempt);
            }
        }
    }

    private <T extends @Nullable Object> T once(Work<T> work, boolean keeping) {
        return unreserved(() -> onConnection(work, keeping));
    }

    /// Leaves a connection for who looks after the server.
    private <T extends @Nullable Object> T unreserved(Supplier<T> work) {
        try {
            if (!unreserved.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new DatabaseException(Kind.UNAVAILABLE, "no connection to PostgreSQL: all are in use");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(Kind.UNAVAILABLE, "interrupted", interrupted);
        }
        try {
            return work.get();
        } finally {
            unreserved.release();
        }
    }

    private <T extends @Nullable Object> T onConnection(Work<T> work, boolean keeping) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            Transaction transaction = new Transaction(connection, Dialect.POSTGRESQL);
            boolean done = false;
            try {
                T result = work.run(transaction);
                if (keeping) {
                    transaction.conclude();
                    connection.commit();
                    done = true;
                }
                return result;
            } finally {
                transaction.closeStatements();
                if (!done) {
                    rollBackQuietly(connection);
                }
            }
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.POSTGRESQL);
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        return unreserved(() -> readReserved(work));
    }

    @Override
    public <T extends @Nullable Object> T readReserved(Work<T> work) {
        try (Connection connection = connection()) {
            Transaction transaction = new Transaction(connection, Dialect.POSTGRESQL);
            try {
                return work.run(transaction);
            } finally {
                transaction.closeStatements();
            }
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.POSTGRESQL);
        }
    }

    /// The pool, for what else is kept in this database.
    public DataSource pool() {
        return pool;
    }

    private Connection connection() throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLTransientConnectionException waitedTooLong) {
            throw new DatabaseException(
                    Kind.UNAVAILABLE, "no connection to PostgreSQL: " + waitedTooLong.getMessage(), waitedTooLong);
        }
    }

    private static void rollBackQuietly(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException ignored) {
            // The connection is lost, and the transaction with it.
        }
    }

    private void pause(int attempt) {
        try {
            TimeUnit.MILLISECONDS.sleep(chance.nextLong(1, 5L << attempt));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(Kind.UNAVAILABLE, "interrupted", interrupted);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
