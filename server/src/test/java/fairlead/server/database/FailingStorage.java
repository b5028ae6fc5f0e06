package fairlead.server.database;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A SQLite database whose storage fails when a test says so, and works again afterwards.
///
/// Each call that reaches the storage is a site: a statement by its text, `connect`, and `flush`. A failed statement is
/// closed, as the driver does. What the thread of checkpoints does comes at any time, and so counts for nothing but
/// for [#failWhile].
public final class FailingStorage {

    /// SQLite's codes of a full disk and of failed input and output.
    public static final int FULL = 13;

    public static final int IO_ERROR = 10;

    /// Whether the call takes effect all the same.
    public enum Moment {
        BEFORE,
        AFTER
    }

    /// How a call fails.
    public record Fault(int code, Moment moment) {
        private SQLException failure(String site) {
            return new SQLException("the storage fails at " + site, null, code);
        }
    }

    private interface Call<T extends @Nullable Object> {
        T make() throws SQLException;
    }

    private final List<String> sites = Collections.synchronizedList(new ArrayList<>());
    private Predicate<String> failing = _ -> false;
    private Fault fault = new Fault(IO_ERROR, Moment.BEFORE);
    private int first = Integer.MAX_VALUE;
    private int times;
    private int calls;
    private int failures;

    public Database open(Path file) {
        return open(file, 128L << 20);
    }

    Database open(Path file, long longLog) {
        return open(file, SqliteDatabase.Limits.of(longLog));
    }

    /// @param flushPatience for how long a failed flush is tried again before the process ends
    public Database open(Path file, Duration flushPatience) {
        return open(file, new SqliteDatabase.Limits(128L << 20, flushPatience));
    }

    private Database open(Path file, SqliteDatabase.Limits limits) {
        return SqliteDatabase.open(file, limits, this::flushing, this::connect);
    }

    /// The sites that the work reaches.
    public List<String> reachedBy(Runnable work) {
        sites.clear();
        work.run();
        synchronized (sites) {
            return List.copyOf(sites);
        }
    }

    /// From now on, the calls from the one with that number fail, that many of them; counted from 0.
    public synchronized void failFrom(int number, int many, Fault how) {
        first = number;
        times = many;
        fault = how;
        calls = 0;
        failures = 0;
    }

    /// All such sites fail until [#heal].
    public synchronized void failWhile(Predicate<String> which, Fault how) {
        failing = which;
        fault = how;
        failures = 0;
    }

    public synchronized void heal() {
        failing = _ -> false;
        first = Integer.MAX_VALUE;
        notifyAll();
    }

    /// How often a call has failed since the storage was told to fail.
    public synchronized int failures() {
        return failures;
    }

    /// Returns when a call has failed that many times.
    public synchronized void awaitFailures(int many) throws InterruptedException {
        while (failures < many) {
            wait();
        }
    }

    private synchronized boolean fails(String site) {
        boolean fails = failing.test(site);
        if (!Thread.currentThread().getName().equals("database-log")) {
            sites.add(site);
            fails |= calls >= first && calls < first + times;
            calls++;
        }
        if (fails) {
            failures++;
            notifyAll();
        }
        return fails;
    }

    private Checkpoints.Flush flushing(Checkpoints.Flush real) {
        return () -> {
            if (fails("flush")) {
                throw new IOException("the storage fails at flush");
            }
            real.run();
        };
    }

    private Connection connect(org.sqlite.SQLiteConfig config, String url) throws SQLException {
        if (fails("connect")) {
            throw fault.failure("connect");
        }
        return failing(config.createConnection(url));
    }

    private Connection failing(Connection real) {
        return proxy(Connection.class, real, (method, arguments) -> switch (method.getName()) {
            case "createStatement" -> failing(Statement.class, real.createStatement(), "");
            case "prepareStatement" -> {
                String sql = (String) Objects.requireNonNull(arguments)[0];
                yield failing(PreparedStatement.class, real.prepareStatement(sql), sql);
            }
            default -> call(real, method, arguments);
        });
    }

    private <S extends Statement> S failing(Class<S> kind, S real, String prepared) {
        return proxy(
                kind,
                real,
                (method, arguments) -> method.getName().startsWith("execute")
                        ? at(
                                arguments == null ? prepared : (String) arguments[0],
                                real,
                                () -> call(real, method, arguments))
                        : call(real, method, arguments));
    }

    private <T extends @Nullable Object> T at(String site, Statement statement, Call<T> call) throws SQLException {
        if (!fails(site)) {
            return call.make();
        }
        if (fault.moment() == Moment.AFTER) {
            call.make();
        }
        statement.close();
        throw fault.failure(site);
    }

    private interface Answering {
        @Nullable
        Object answer(Method method, Object @Nullable [] arguments) throws SQLException;
    }

    private static <T> T proxy(Class<T> kind, T real, Answering answering) {
        InvocationHandler handler = (_, method, arguments) -> answering.answer(method, arguments);
        return kind.cast(Proxy.newProxyInstance(real.getClass().getClassLoader(), new Class<?>[] {kind}, handler));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments)
            throws SQLException {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failure) {
            if (failure.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw new IllegalStateException(failure.getCause());
        } catch (IllegalAccessException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
