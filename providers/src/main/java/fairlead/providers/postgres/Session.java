package fairlead.providers.postgres;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One short conversation with the server. All its failures are [HandlerException]s.
final class Session implements AutoCloseable {

    /// Looks on from outside: a test ends the conversation after any statement.
    interface Hook {
        Hook NONE = _ -> {};

        /// @param statement what the server has just done; `COMMIT` is one, too
        void after(String statement);
    }

    /// Work within a transaction.
    interface Work {
        void run();
    }

    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Hook hook;

    private Session(Connection connection, Hook hook) {
        this.connection = connection;
        this.hook = hook;
    }

    /// Connects to the server of the call's type configuration. No statement takes longer than the call may.
    static Session open(Context context, Hook hook) {
        Server server = Server.of(context.configuration());
        long left =
                Duration.between(context.clock().instant(), context.deadline()).toSeconds();
        int seconds = Math.clamp(left, 1, 3600);
        try {
            var session = new Session(DriverManager.getConnection(server.jdbcUrl(), server.properties(seconds)), hook);
            session.prepare(seconds);
            return session;
        } catch (SQLException failure) {
            throw SqlStates.connectFailure(server, failure);
        }
    }

    /// The empty search path keeps what others have put into the database out of our statements.
    private void prepare(int seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = '%ds'; SET lock_timeout = '%ds'; SET search_path = ''"
                    .formatted(seconds, Math.min(seconds, 5)));
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            // A name may look like a JDBC escape.
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        } catch (SQLException failure) {
            throw SqlStates.failure(failure);
        }
        hook.after(sql);
    }

    <T> List<T> query(String sql, RowReader<T> reader, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<T> read = new ArrayList<>();
                while (rows.next()) {
                    read.add(reader.read(rows));
                }
                return read;
            }
        } catch (SQLException failure) {
            throw SqlStates.failure(failure);
        }
    }

    /// Does the work as a whole or not at all.
    void inTransaction(Work work) {
        try {
            connection.setAutoCommit(false);
            try {
                work.run();
                connection.commit();
            } finally {
                // After a failure this rolls back; after the commit there is nothing left.
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException failure) {
            throw SqlStates.failure(failure);
        }
        hook.after("COMMIT");
    }

    /// Makes something that an earlier call of the same operation, or another user of the server, may have made in the
    /// meantime.
    static void unlessItExists(Work work) {
        try {
            work.run();
        } catch (HandlerException failure) {
            if (failure.code() != ErrorCode.ALREADY_EXISTS) {
                throw failure;
            }
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw SqlStates.failure(failure);
        }
    }
}
