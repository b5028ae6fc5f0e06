package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// After each failure of the storage below SQLite the database serves again by itself, what was acknowledged is there,
/// and what was not is there wholly or not at all.
class StorageFaultTest {

    private static final String INSERT =
            "INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, ?, 'Registered', 0)";
    private static final String RENAME = "UPDATE subscription SET display_name = ? WHERE id = ?";
    private static final String REMOVE = "DELETE FROM subscription WHERE id = ?";
    private static final String NAME = "SELECT display_name FROM subscription WHERE id = ?";
    private static final List<Integer> CODES = List.of(FailingStorage.FULL, FailingStorage.IO_ERROR);

    /// One failure, and so many that recovering fails as well: the rollback, its proof, and new connections.
    private static final List<Integer> TIMES = List.of(1, 2, 3, 4, 7);

    @TempDir
    private Path folder;

    private final FailingStorage storage = new FailingStorage();
    private Path file;
    private Database database;
    private int number;

    /// What is done to two rows of one transaction, and what both are called before and after it.
    private enum Kind {
        CREATE {
            @Override
            void prepare(Transaction transaction, String id) {}

            @Override
            void run(Transaction transaction, String id) {
                transaction.update(INSERT, id, "new");
            }

            @Override
            Optional<String> before() {
                return Optional.empty();
            }
        },
        UPDATE {
            @Override
            void run(Transaction transaction, String id) {
                transaction.update(RENAME, "new", id);
            }
        },
        DELETE {
            @Override
            void run(Transaction transaction, String id) {
                transaction.update(REMOVE, id);
            }

            @Override
            Optional<String> after() {
                return Optional.empty();
            }
        };

        void prepare(Transaction transaction, String id) {
            transaction.update(INSERT, id, "old");
        }

        abstract void run(Transaction transaction, String id);

        Optional<String> before() {
            return Optional.of("old");
        }

        Optional<String> after() {
            return Optional.of("new");
        }
    }

    @BeforeEach
    void open() {
        file = folder.resolve("fairlead.db");
        database = storage.open(file);
        Migrations.apply(database, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static int run(Kind kind, Transaction transaction, String id) {
        assertThat(transaction.one(NAME, Row::text, id + "a")).isEqualTo(kind.before());
        kind.run(transaction, id + "a");
        kind.run(transaction, id + "b");
        return 1;
    }

    private String prepared(Kind kind) {
        String id = "s" + number++;
        database.write(transaction -> {
            kind.prepare(transaction, id + "a");
            kind.prepare(transaction, id + "b");
            return 1;
        });
        return id;
    }

    private Optional<String> name(String id) {
        return database.read(transaction -> transaction.one(NAME, Row::text, id));
    }

    private boolean isWritten(Kind kind, String id) {
        try {
            database.write(transaction -> run(kind, transaction, id));
            return true;
        } catch (DatabaseException failure) {
            assertThat(failure.kind()).isIn(DatabaseException.Kind.FULL, DatabaseException.Kind.UNAVAILABLE);
            return false;
        }
    }

    /// Writes are taken again without a restart, at the latest when the storage has been found to work.
    private void requireService() {
        List<String> refusals = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            try {
                String id = prepared(Kind.UPDATE);
                database.write(transaction -> run(Kind.UPDATE, transaction, id));
                assertThat(name(id + "a")).contains("new");
                return;
            } catch (DatabaseException refused) {
                refusals.add(refused.getMessage());
            }
        }
        throw new AssertionError("no write is taken any more: " + refusals.getLast());
    }

    private static void requireWhole(Database database) {
        List<String> found = database.read(transaction -> transaction.query("PRAGMA integrity_check", Row::text));
        assertThat(found).containsExactly("ok");
    }

    @TestFactory
    List<DynamicTest> everyCallOfEveryKindOfWriteMayFail() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            String id = prepared(kind);
            List<String> sites = storage.reachedBy(() -> database.write(transaction -> run(kind, transaction, id)));
            assertThat(sites).startsWith("BEGIN IMMEDIATE").endsWith("COMMIT").hasSizeGreaterThanOrEqualTo(5);
            for (int i = 0; i < sites.size(); i++) {
                int site = i;
                tests.add(DynamicTest.dynamicTest(kind + " at " + sites.get(i), () -> failAt(kind, site)));
            }
        }
        return tests;
    }

    private void failAt(Kind kind, int site) {
        for (Moment moment : Moment.values()) {
            for (int code : CODES) {
                for (int times : TIMES) {
                    String id = prepared(kind);
                    storage.failFrom(site, times, new Fault(code, moment));
                    boolean written = isWritten(kind, id);
                    assertThat(storage.failures()).as("site reached").isPositive();
                    storage.heal();
                    requireService();
                    Optional<String> now = name(id + "a");
                    assertThat(now).isIn(kind.before(), kind.after()).isEqualTo(name(id + "b"));
                    assertThat(written && !now.equals(kind.after())).as("lost").isFalse();
                }
            }
        }
        requireWhole(database);
    }

    @Nested
    class AFullDisk {

        @Test
        void isToldAsFullToEachWriteUntilThereIsRoomAgain() {
            String id = prepared(Kind.UPDATE);
            storage.failWhile("COMMIT"::equals, new Fault(FailingStorage.FULL, Moment.BEFORE));
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> database.write(transaction -> run(Kind.UPDATE, transaction, id)))
                        .isInstanceOfSatisfying(
                                DatabaseException.class,
                                failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.FULL));
                assertThat(name(id + "a")).contains("old");
            }
            storage.heal();
            assertThat(isWritten(Kind.UPDATE, id)).isTrue();
            assertThat(name(id + "a")).contains("new");
        }

        /// As SQLite itself does it: with a limit of its own, which it meets in the commit or in a statement.
        @Test
        void isLeftBehindWhenThereIsRoomAgain() {
            long pages = database.read(transaction ->
                    transaction.one("PRAGMA page_count", Row::number).orElseThrow());
            database.write(transaction -> transaction.query("PRAGMA max_page_count=" + pages, Row::number));
            byte[] large = new byte[2_000_000];
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> database.write(transaction ->
                                transaction.update("INSERT INTO seal_key (id, keyset) VALUES (1, ?)", (Object) large)))
                        .isInstanceOfSatisfying(
                                DatabaseException.class,
                                failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.FULL));
            }
            database.write(transaction -> transaction.query("PRAGMA max_page_count=1000000", Row::number));
            int rows = database.write(transaction ->
                    transaction.update("INSERT INTO seal_key (id, keyset) VALUES (1, ?)", (Object) large));
            assertThat(rows).isEqualTo(1);
        }
    }

    @Nested
    class AFailureThatTheWorkKeepsToItself {

        @Test
        void failsTheWriteAllTheSame() {
            String id = prepared(Kind.CREATE);
            storage.failWhile(NAME::equals, new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            assertThatThrownBy(() -> database.write(transaction -> {
                        transaction.update(INSERT, id, "new");
                        try {
                            return transaction.one(NAME, Row::text, id);
                        } catch (DatabaseException kept) {
                            return Optional.of("unknown");
                        }
                    }))
                    .isInstanceOf(DatabaseException.class);
            storage.heal();
            assertThat(name(id)).isEmpty();
        }
    }

    @Nested
    class ARehearsal {

        @Test
        void leavesNothingBehindWhereverItFails() {
            String id = prepared(Kind.CREATE);
            List<String> sites =
                    storage.reachedBy(() -> database.rehearse(transaction -> run(Kind.CREATE, transaction, id)));
            assertThat(sites).contains("SAVEPOINT rehearsal", "ROLLBACK TO rehearsal", "ROLLBACK");
            for (int i = 0; i < sites.size(); i++) {
                for (Moment moment : Moment.values()) {
                    storage.failFrom(i, 1, new Fault(FailingStorage.IO_ERROR, moment));
                    assertThatThrownBy(() -> database.rehearse(transaction -> run(Kind.CREATE, transaction, id)))
                            .isInstanceOf(DatabaseException.class);
                    storage.heal();
                    requireService();
                    assertThat(name(id + "a")).isEmpty();
                }
            }
        }
    }

    @Nested
    class AWorkThatThrows {

        @Test
        void leavesNothingBehindIfItsRollbackFails() throws InterruptedException {
            for (Moment moment : Moment.values()) {
                String id = prepared(Kind.CREATE);
                storage.failFrom(4, 3, new Fault(FailingStorage.IO_ERROR, moment));
                assertThatThrownBy(() -> database.write(transaction -> {
                            run(Kind.CREATE, transaction, id);
                            throw new IllegalArgumentException("no");
                        }))
                        .isInstanceOf(IllegalArgumentException.class);
                storage.awaitFailures(3);
                storage.heal();
                requireService();
                assertThat(name(id + "a")).isEmpty();
            }
        }
    }

    @Nested
    class ARead {

        @Test
        void failsAndTheNextOneDoesNot() {
            String id = prepared(Kind.UPDATE);
            for (int i = 0; i < 3 * SqliteConnections.READERS; i++) {
                storage.failWhile(NAME::equals, new Fault(FailingStorage.IO_ERROR, Moment.AFTER));
                assertThatThrownBy(() -> name(id + "a")).isInstanceOf(DatabaseException.class);
                storage.heal();
                assertThat(name(id + "a")).contains("old");
            }
        }

        @Test
        void worksAgainThoughNoConnectionCouldBeHadMeanwhile() {
            String id = prepared(Kind.UPDATE);
            storage.failWhile(
                    site -> site.equals(NAME) || site.equals("connect"),
                    new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            for (int i = 0; i < 3 * SqliteConnections.READERS; i++) {
                assertThatThrownBy(() -> name(id + "a")).isInstanceOf(DatabaseException.class);
            }
            storage.heal();
            for (int i = 0; i < SqliteConnections.READERS; i++) {
                assertThat(name(id + "a")).contains("old");
            }
        }
    }

    @Nested
    class TheLog {

        private static final int LONG_LOG = 256 << 10;

        private Database small;
        private int written;

        @BeforeEach
        void open() {
            Path own = folder.resolve("log").resolve("fairlead.db");
            file = own;
            small = storage.open(own, LONG_LOG);
            Migrations.apply(small, Clock.systemUTC());
        }

        @AfterEach
        void close() {
            small.close();
        }

        private void write() {
            byte[] large = new byte[16_000];
            small.write(transaction ->
                    transaction.update("INSERT INTO seal_key (id, keyset) VALUES (?, ?)", written + 1, (Object) large));
            written++;
        }

        /// Writes until the site has failed that many times, whether the writes are taken or not.
        private void writeUntilFailed(int times) {
            for (int i = 0; i < 1_000_000 && storage.failures() < times; i++) {
                try {
                    write();
                } catch (DatabaseException refused) {
                    Thread.onSpinWait();
                }
            }
            assertThat(storage.failures()).as("site reached").isGreaterThanOrEqualTo(times);
        }

        private void requireThatItIsBegunAnew() throws IOException {
            Path log = file.resolveSibling("fairlead.db-wal");
            int before = written;
            for (int i = 0; i < 1_000_000 && (written < before + 50 || Files.size(log) > LONG_LOG); i++) {
                try {
                    write();
                } catch (DatabaseException refused) {
                    Thread.onSpinWait();
                }
            }
            assertThat(Files.size(log)).isLessThanOrEqualTo(LONG_LOG);
            small.close();
            try (Database again = SqliteDatabase.open(file)) {
                assertThat(again.<Optional<Long>>read(
                                transaction -> transaction.one("SELECT count(*) FROM seal_key", Row::number)))
                        .hasValueSatisfying(rows -> assertThat(rows).isGreaterThanOrEqualTo(written));
                requireWhole(again);
            }
        }

        @Test
        void isBegunAnewAfterTheFileCouldNotBeFlushed() throws IOException {
            for (int times : TIMES) {
                storage.failWhile("flush"::equals, new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
                writeUntilFailed(times);
                storage.heal();
            }
            requireThatItIsBegunAnew();
        }

        @ParameterizedTest
        @ValueSource(ints = {FailingStorage.FULL, FailingStorage.IO_ERROR})
        void isBegunAnewAfterItCouldNotBeCarried(int code) throws IOException {
            for (Moment moment : Moment.values()) {
                storage.failWhile(site -> site.contains("wal_checkpoint"), new Fault(code, moment));
                writeUntilFailed(2);
                storage.heal();
            }
            requireThatItIsBegunAnew();
        }

        @Test
        void isBegunAnewThoughNoConnectionCouldBeHadForLong() throws IOException {
            storage.failWhile(
                    site -> site.equals("flush") || site.equals("connect"),
                    new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            writeUntilFailed(4);
            storage.heal();
            requireThatItIsBegunAnew();
        }

        /// All that waits while the flush fails is committed or refused, and nothing waits for good.
        @Test
        void takesWhatIsQueuedOrRefusesIt() throws Exception {
            storage.failWhile("flush"::equals, new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            writeUntilFailed(1);
            int before = written;
            List<Future<Boolean>> writes = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 200; i++) {
                    int id = before + 1000 + i;
                    writes.add(threads.submit(() -> isTaken(id)));
                }
                storage.heal();
            }
            for (int i = 0; i < writes.size(); i++) {
                int id = before + 1000 + i;
                boolean stored = small.<Optional<Long>>read(
                                transaction -> transaction.one("SELECT id FROM seal_key WHERE id = ?", Row::number, id))
                        .isPresent();
                assertThat(stored).as("write %s", i).isEqualTo(writes.get(i).get());
            }
        }

        private boolean isTaken(int id) {
            try {
                return small.write(transaction -> transaction.update(
                                "INSERT INTO seal_key (id, keyset) VALUES (?, ?)", id, (Object) new byte[1]))
                        == 1;
            } catch (DatabaseException refused) {
                return false;
            }
        }
    }

    /// A disk that says that a flush has failed, and has lost what was written to the file since the one before.
    @Nested
    class WhatAFailedFlushHasLost {

        @Test
        void isCarriedAgainFromTheLog() throws Exception {
            Path lossy = folder.resolve("lossy").resolve("fairlead.db");
            LockedFiles files = LockedFiles.take(lossy);
            SqliteConnections connections = new SqliteConnections(files, 1 << 20, SqliteConnections.Connector.REAL);
            try (RandomAccessFile disk = new RandomAccessFile(lossy.toFile(), "rw")) {
                Checkpoints checkpoints = new Checkpoints(
                        connections,
                        lossy.resolveSibling("fairlead.db-wal"),
                        SqliteDatabase.Limits.of(1 << 20),
                        new Losing(disk));
                Transaction writer = connections.writer();
                writer.update("CREATE TABLE t (id INTEGER PRIMARY KEY, value BLOB)");
                insert(connections, 1);
                assertThat(checkpoints.carry()).isTrue();
                insert(connections, 2);
                var reader = Objects.requireNonNull(connections.borrow(1));
                reader.transaction().execute("BEGIN");
                reader.transaction().query("SELECT count(*) FROM t", Row::number);
                insert(connections, 3);

                assertThat(checkpoints.carry()).as("the flush").isFalse();
                assertThat(checkpoints.inDoubt()).isTrue();
                assertThat(checkpoints.carry())
                        .as("nothing is carried while in doubt")
                        .isFalse();
                reader.transaction().execute("COMMIT");
                connections.giveBack(reader);

                assertThat(checkpoints.repair()).isTrue();
                assertThat(checkpoints.inDoubt()).isFalse();
                insert(connections, 4);
                assertThat(checkpoints.carry()).isTrue();
                connections.close();
                files.close();
                disk.getChannel().force(true);
            }
            try (Database again = SqliteDatabase.open(lossy)) {
                List<Long> rows = again.read(transaction -> transaction.query("SELECT id FROM t", Row::number));
                assertThat(rows).containsExactly(1L, 2L, 3L, 4L);
                requireWhole(again);
            }
        }

        private static void insert(SqliteConnections connections, int id) {
            connections.writer().update("INSERT INTO t VALUES (?, randomblob(50000))", id);
        }
    }

    /// The second flush fails, and the file is again as it was at the first.
    private static final class Losing implements Checkpoints.Flush {

        private final RandomAccessFile disk;
        private byte[] flushed = {};
        private int flushes;

        /// @param disk is not closed while SQLite has locks on the file
        Losing(RandomAccessFile disk) {
            this.disk = disk;
        }

        @Override
        public void run() throws IOException {
            if (++flushes == 2) {
                disk.setLength(0);
                disk.seek(0);
                disk.write(flushed);
                throw new IOException("what was written is lost");
            }
            flushed = new byte[(int) disk.length()];
            disk.seek(0);
            disk.readFully(flushed);
        }
    }
}
