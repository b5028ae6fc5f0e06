package fairlead.server.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a whole database while it is in use, and says what is damaged in it: in the background at a bounded rate,
/// again and again, and at once where it is asked to.
///
/// A part of it is read at a time. On SQLite that is a table, by `PRAGMA quick_check`, or thoroughly by
/// `PRAGMA integrity_check` where it is asked to; on PostgreSQL some MiB of a table. After that some hundred records at
/// a time are held against their checksums, and those that have none are given one. In the background each part has a
/// pause before it: a minute for a table and a second for the rest, or fifty times what the last one took.
///
/// Damage stays until a restart: nothing heals it.
public final class DamageCheck implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DamageCheck.class);
    private static final Duration BEFORE_A_TABLE = Duration.ofMinutes(1);
    private static final Duration BEFORE_RECORDS = Duration.ofSeconds(1);
    private static final int SHARE = 50;
    private static final int MOST_DAMAGES = 100;

    private final Database database;
    private final TableCheck tables;
    private final List<RecordTable> records;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Thread worker;
    private volatile Optional<String> damage = Optional.empty();
    private volatile Report report = Report.NONE;

    /// What a check that was asked for has found so far.
    ///
    /// @param tables that were read
    /// @param records that were held against their checksums
    /// @param damages one line each; empty if all is well
    public record Report(State state, int tables, long records, List<String> damages) {

        static final Report NONE = new Report(State.NONE, 0, 0, List.of());

        public Report {
            damages = List.copyOf(damages);
        }

        private Report read(int moreTables, long moreRecords, List<String> more) {
            List<String> all = new ArrayList<>(damages);
            all.addAll(more.subList(0, Math.min(more.size(), MOST_DAMAGES - all.size())));
            return new Report(state, tables + moreTables, records + moreRecords, all);
        }

        private Report ended(State how) {
            return new Report(how, tables, records, damages);
        }
    }

    /// How far a check is that was asked for.
    public enum State {
        /// None was asked for since the start.
        NONE,
        RUNNING,
        /// It could not read everything, since the database did not answer or the server is stopping.
        BROKEN_OFF,
        ENDED
    }

    /// When the next part is read.
    private interface Pace {

        /// @param least how long to wait at least
        /// @param took what the last part took, in nanoseconds
        /// @return whether to go on
        boolean pause(Duration least, long took) throws InterruptedException;
    }

    /// @param records the tables whose records have checksums
    public DamageCheck(Database database, List<RecordTable> records) {
        this.database = database;
        this.records = List.copyOf(records);
        tables = TableCheck.of(database);
        worker = Thread.ofVirtual().name("database-check").unstarted(this::work);
    }

    /// Begins to read in the background, and goes on until it is closed.
    public DamageCheck begin() {
        worker.start();
        return this;
    }

    /// The first damage that was found.
    public Optional<String> damage() {
        return damage;
    }

    /// What the check has found that was asked for last.
    public Report report() {
        return report;
    }

    /// Reads everything at once, on a thread of its own, unless that is under way already.
    public Report start() {
        if (asked.compareAndSet(false, true)) {
            report = new Report(State.RUNNING, 0, 0, List.of());
            Thread.ofVirtual().name("database-check-now").start(() -> {
                try {
                    checkNow();
                } finally {
                    asked.set(false);
                }
            });
        }
        return report;
    }

    /// Reads everything at once, for half of the time.
    void checkNow() {
        report = new Report(State.RUNNING, 0, 0, List.of());
        Round round = new Round((_, took) -> !closed.await(took, TimeUnit.NANOSECONDS), true);
        try {
            boolean whole = round.run();
            report = report.ended(whole ? State.ENDED : State.BROKEN_OFF);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            report = report.ended(State.BROKEN_OFF);
        } catch (RuntimeException bug) {
            LOG.error("a check of the database failed", bug);
            report = report.ended(State.BROKEN_OFF);
        }
    }

    private void work() {
        Pace slow = (least, took) -> !closed.await(Math.max(least.toNanos(), SHARE * took), TimeUnit.NANOSECONDS);
        try {
            while (closed.getCount() > 0) {
                new Round(slow, false).run();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void keep(List<String> found) {
        if (!found.isEmpty() && damage.isEmpty()) {
            damage = Optional.of(found.getFirst());
            LOG.error("{}; restore the database from a backup", found.getFirst());
        }
    }

    /// All of the database, once.
    private final class Round {

        private final Pace pace;
        private final boolean reported;
        private boolean whole = true;
        private long took;

        Round(Pace pace, boolean reported) {
            this.pace = pace;
            this.reported = reported;
        }

        /// @return whether everything could be read
        boolean run() throws InterruptedException {
            for (String name : names()) {
                Optional<TableCheck.Place> place = Optional.of(TableCheck.Place.BEGIN);
                while (place.isPresent()) {
                    if (!pace.pause(BEFORE_A_TABLE, took)) {
                        return false;
                    }
                    place = part(name, place.get());
                }
            }
            for (RecordTable table : records) {
                if (!run(new RecordCheck(table))) {
                    return false;
                }
            }
            return whole;
        }

        private boolean run(RecordCheck check) throws InterruptedException {
            Optional<Object> after = Optional.of(check.begin());
            while (after.isPresent()) {
                if (!pace.pause(BEFORE_RECORDS, took)) {
                    return false;
                }
                after = part(check, after.get());
            }
            return true;
        }

        private List<String> names() throws InterruptedException {
            try {
                return database.read(tables::names);
            } catch (DatabaseException failure) {
                failed("sqlite_schema", failure);
                // So that damage of the list of tables is not looked for without a pause.
                whole &= pace.pause(BEFORE_A_TABLE, 0);
                return List.of();
            }
        }

        /// Where the next part of the table begins; empty if that was the last one.
        private Optional<TableCheck.Place> part(String name, TableCheck.Place place) {
            long begin = System.nanoTime();
            try {
                TableCheck.Part part = database.read(transaction -> tables.read(transaction, name, place, reported));
                found(part.next().isEmpty() ? 1 : 0, 0, part.damages());
                return part.next();
            } catch (DatabaseException failure) {
                failed(name, failure);
                return Optional.empty();
            } finally {
                took = System.nanoTime() - begin;
            }
        }

        private Optional<Object> part(RecordCheck check, Object after) {
            long begin = System.nanoTime();
            try {
                RecordCheck.Part part = database.read(transaction -> check.read(transaction, after));
                Object last = part.last();
                found(0, part.rows(), part.damages());
                if (last != null && part.lacks()) {
                    database.write(transaction -> check.fill(transaction, after, last));
                }
                return Optional.ofNullable(last);
            } catch (DatabaseException failure) {
                failed(check.name(), failure);
                return Optional.empty();
            } finally {
                took = System.nanoTime() - begin;
            }
        }

        private void found(int moreTables, long moreRecords, List<String> damages) {
            keep(damages);
            if (reported) {
                report = report.read(moreTables, moreRecords, damages);
            }
        }

        /// A database that does not answer is not damaged for that.
        private void failed(String name, DatabaseException failure) {
            if (failure.isOfDamage()) {
                found(0, 0, List.of(TableCheck.line(name, String.valueOf(failure.getMessage()))));
            } else {
                whole = false;
                LOG.debug("the table {} could not be checked: {}", name, failure.getMessage());
            }
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
