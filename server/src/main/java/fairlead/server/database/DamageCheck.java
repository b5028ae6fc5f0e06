package fairlead.server.database;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a SQLite database in the background, one table after the other, with `PRAGMA quick_check`, and keeps what
/// damage it finds. Damage stays until a restart: nothing heals it. It does nothing for PostgreSQL.
///
/// A table is checked while one of the connections for reads is taken. It has a pause before it: a minute, or fifty
/// times what the last one took.
public final class DamageCheck implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DamageCheck.class);
    private static final String TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int SHARE = 50;

    private final Database database;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread worker;
    private volatile Optional<String> damage = Optional.empty();

    public DamageCheck(Database database) {
        this.database = database;
        worker = Thread.ofVirtual().name("database-check").unstarted(this::work);
    }

    /// Begins to read, and goes on until it is closed.
    public DamageCheck begin() {
        if (database.dialect() == Dialect.SQLITE) {
            worker.start();
        }
        return this;
    }

    /// The first damage that was found.
    public Optional<String> damage() {
        return damage;
    }

    private void work() {
        try {
            long took = 0;
            while (damage.isEmpty()) {
                for (String table : tables()) {
                    long pause = Math.max(PAUSE.toNanos(), SHARE * took);
                    if (closed.await(pause, TimeUnit.NANOSECONDS)) {
                        return;
                    }
                    long begin = System.nanoTime();
                    check(table);
                    took = System.nanoTime() - begin;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reads all tables once, without pauses.
    void checkAll() {
        tables().forEach(this::check);
    }

    /// Without them there is one that can't be checked, so that the caller makes a pause.
    private List<String> tables() {
        try {
            return database.read(transaction -> transaction.query(TABLES, Row::text));
        } catch (DatabaseException failure) {
            keep("sqlite_schema", failure);
            return List.of("sqlite_schema");
        }
    }

    private void check(String table) {
        try {
            String sql = "PRAGMA quick_check('" + table.replace("'", "''") + "')";
            List<String> found = database.read(transaction -> transaction.query(sql, Row::text));
            if (!found.equals(List.of("ok"))) {
                keep("the table " + table + " is damaged: " + found.getFirst());
            }
        } catch (DatabaseException failure) {
            keep(table, failure);
        }
    }

    /// A database that does not answer is not damaged for that.
    private void keep(String table, DatabaseException failure) {
        if (failure.isOfDamage()) {
            keep("the table " + table + " is damaged: " + failure.getMessage());
        }
    }

    private void keep(String what) {
        if (damage.isEmpty()) {
            damage = Optional.of(what.replace('\n', ' '));
            LOG.error("{}; restore the database from a backup", what);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            worker.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
