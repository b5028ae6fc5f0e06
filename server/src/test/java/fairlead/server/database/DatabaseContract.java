package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What every database promises; run against SQLite and against a real PostgreSQL.
abstract class DatabaseContract {

    private static final String INSERT =
            "INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, ?, 'Registered', ?)";
    private static final String COUNT = "SELECT count(*) FROM subscription";
    private static final String RENAME = "UPDATE subscription SET display_name = ? WHERE id = ? AND display_name = ?";
    private static final String NAME = "SELECT display_name FROM subscription WHERE id = ?";
    private static final Instant NOON = Instant.parse("2026-11-01T12:00:00.123Z");

    private Database database;

    /// A fresh, empty database.
    abstract Database open();

    /// The same database, opened again.
    abstract Database reopen();

    @BeforeEach
    void migrate() {
        database = open();
        Migrations.apply(database, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private int insert(Transaction transaction, String id) {
        return transaction.update(INSERT, id, "a", NOON);
    }

    private long count() {
        return database.read(transaction -> transaction.one(COUNT, Row::number).orElseThrow());
    }

    @Nested
    class AWrite {

        @Test
        void isSeenByEveryReadAfterIt() {
            database.write(transaction -> insert(transaction, "one"));
            assertThat(count()).isEqualTo(1);
        }

        @Test
        void survivesClosingAndOpening() {
            database.write(transaction -> insert(transaction, "one"));
            database.close();
            database = reopen();
            assertThat(count()).isEqualTo(1);
        }

        @Test
        void leavesNothingBehindWhenItsWorkThrows() {
            assertThatThrownBy(() -> database.write(transaction -> {
                        insert(transaction, "one");
                        throw new IllegalArgumentException("no");
                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no");
            assertThat(count()).isZero();
        }

        @Test
        void givesBackWhatItsWorkReturns() {
            Optional<String> name = database.write(transaction -> {
                insert(transaction, "one");
                return transaction.one(NAME, Row::text, "one");
            });
            assertThat(name).contains("a");
        }

        @Test
        void reportsABrokenUniqueKeyAsADuplicate() {
            database.write(transaction -> insert(transaction, "one"));
            assertThatThrownBy(() -> database.write(transaction -> insert(transaction, "one")))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.DUPLICATE));
        }

        @Test
        void reportsABrokenStatementAsOurOwnBug() {
            assertThatThrownBy(() -> database.write(transaction -> transaction.update("UPDATE nothing SET a = 1")))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.BROKEN));
        }
    }

    @Nested
    class ManyWritesAtOnce {

        @Test
        void allTakeEffectButThoseThatFail() throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Integer>> writes = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    String id = "s" + i;
                    boolean fails = i % 7 == 0;
                    writes.add(threads.submit(() -> database.write(transaction -> {
                        int rows = insert(transaction, id);
                        if (fails) {
                            throw new IllegalStateException("not this one");
                        }
                        return rows;
                    })));
                }
                int failed = 0;
                for (Future<Integer> write : writes) {
                    failed += write.state() == Future.State.FAILED || outcome(write) == 0 ? 1 : 0;
                }
                assertThat(failed).isEqualTo(29);
            }
            assertThat(count()).isEqualTo(171);
        }

        private int outcome(Future<Integer> write) throws InterruptedException {
            try {
                return write.get();
            } catch (java.util.concurrent.ExecutionException failure) {
                assertThat(failure).hasRootCauseMessage("not this one");
                return 0;
            }
        }

        @Test
        void letExactlyOneWinAConditionalUpdate() throws Exception {
            database.write(transaction -> insert(transaction, "one"));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Integer>> racers = IntStream.range(0, 32)
                        .mapToObj(i -> threads.submit(() ->
                                database.write(transaction -> transaction.update(RENAME, "name" + i, "one", "a"))))
                        .toList();
                int winners = 0;
                for (Future<Integer> racer : racers) {
                    winners += racer.get();
                }
                assertThat(winners).isEqualTo(1);
            }
        }
    }

    @Nested
    class ARehearsal {

        @Test
        void leavesNothingBehindAndGivesBackWhatItsWorkReturns() {
            Optional<String> name = database.rehearse(transaction -> {
                insert(transaction, "one");
                return transaction.one(NAME, Row::text, "one");
            });
            assertThat(name).contains("a");
            assertThat(count()).isZero();
        }

        @Test
        void isRefusedWhatAWriteIsRefused() {
            database.write(transaction -> insert(transaction, "one"));
            assertThatThrownBy(() -> database.rehearse(transaction -> insert(transaction, "one")))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.DUPLICATE));
            assertThat(count()).isEqualTo(1);
        }

        @Test
        void leavesNothingBehindWhenItsWorkThrows() {
            assertThatThrownBy(() -> database.rehearse(transaction -> {
                        insert(transaction, "one");
                        throw new IllegalArgumentException("no");
                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no");
            assertThat(count()).isZero();
        }

        @Test
        void lastsNoLongerThanItsWork() {
            Database rehearsed = new Rehearsed(database);
            rehearsed.write(transaction -> insert(transaction, "one"));
            rehearsed.write(transaction -> insert(transaction, "one"));
            assertThat(rehearsed.keeps()).isFalse();
            assertThat(count()).isZero();
        }

        @Test
        void runsNoOtherCallersWorkAgain() throws Exception {
            List<String> runs = Collections.synchronizedList(new ArrayList<>());
            CountDownLatch goOn = new CountDownLatch(1);
            Thread first = begin(() -> database.write(transaction -> await(goOn)));
            List<Thread> group = List.of(
                    first,
                    begin(() -> database.write(transaction -> runs.add("before") ? insert(transaction, "before") : 0)),
                    begin(() -> new Rehearsed(database).write(transaction -> insert(transaction, "rehearsed"))),
                    begin(() -> database.write(transaction -> runs.add("after") ? insert(transaction, "after") : 0)));
            goOn.countDown();
            for (Thread thread : group) {
                thread.join();
            }
            assertThat(runs).containsExactlyInAnyOrder("before", "after");
            assertThat(count()).isEqualTo(2);
        }

        /// Goes on when the work has been handed over: its thread waits for the answer, or has it already.
        private Thread begin(Runnable write) {
            Thread thread = Thread.ofPlatform().start(write);
            while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                Thread.onSpinWait();
            }
            return thread;
        }

        private int await(CountDownLatch goOn) {
            try {
                goOn.await();
                return 0;
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Nested
    class Values {

        @Test
        void comeBackAsTheyWereStored() {
            byte[] bytes = {0, 1, 127, -128, -1};
            database.write(transaction ->
                    transaction.update("INSERT INTO seal_key (id, keyset) VALUES (?, ?)", 7, (Object) bytes));
            byte[] found = database.read(transaction -> transaction
                    .one("SELECT keyset FROM seal_key WHERE id = ?", Row::bytes, 7)
                    .orElseThrow());
            assertThat(found).isEqualTo(bytes);
        }

        @Test
        void keepTimesToTheMillisecond() {
            database.write(transaction -> insert(transaction, "one"));
            Instant time = database.read(transaction -> transaction
                    .one("SELECT created_at FROM subscription", Row::time)
                    .orElseThrow());
            assertThat(time).isEqualTo(NOON);
        }

        @Test
        void keepTextWithQuotesAndWithoutLatinLetters() {
            String odd = "O'Brien \"名前\" \\ ; --";
            database.write(transaction -> transaction.update(INSERT, "one", odd, NOON));
            Optional<String> name = database.read(transaction -> transaction.one(NAME, Row::text, "one"));
            assertThat(name).contains(odd);
        }
    }

    @Nested
    class MigrationsOfTables {

        @Test
        void doNothingTheSecondTime() {
            database.write(transaction -> insert(transaction, "one"));
            Migrations.apply(database, Clock.systemUTC());
            assertThat(count()).isEqualTo(1);
        }

        @Test
        void giveResourcesOfBeforeTheGroupOfTheirAddress() {
            String address = "/subscriptions/00000000-0000-0000-0000-000000000000/";
            database.write(transaction -> {
                insertResource(transaction, "one", address + "resourcegroups/my_group/providers/a.b/things/x");
                insertResource(transaction, "two", address + "providers/a.b/notes/y");
                Migrations.statements("020-ordered-indexes.sql").stream()
                        .filter(statement -> statement.startsWith("UPDATE"))
                        .forEach(transaction::update);
                return "";
            });
            List<String> groups = database.read(
                    transaction -> transaction.query("SELECT group_key FROM resource ORDER BY uid", Row::text));
            assertThat(groups).containsExactly("my_group", "");
        }

        private static void insertResource(Transaction transaction, String uid, String key) {
            transaction.update("""
                INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, state,
                  version, tags, desired, properties, created_by, created_by_type, created_at, changed_by,
                  changed_by_type, changed_at)
                VALUES (?, ?, '', '', '', 1, '', '', 1, ?, ?, ?, '', '', 0, '', '', 0)
                """, uid, key, new byte[0], new byte[0], new byte[0]);
        }

        @Test
        void refuseADatabaseFromTheFuture() {
            database.write(transaction -> transaction.update(
                    "INSERT INTO schema_version (version, file, applied_at) VALUES (9999, 'later', 0)"));
            assertThatThrownBy(() -> Migrations.apply(database, Clock.systemUTC()))
                    .hasMessageContaining("start a newer fairlead");
        }
    }

    @Nested
    class TheState {

        @Test
        void isKnownWhereNoOtherProcessWrites() {
            assertThat(database.state().isPresent()).isEqualTo(database.dialect() == Dialect.SQLITE);
        }

        @Test
        void isAnotherOneOnceAWriteIsAcknowledged() {
            List<OptionalLong> states = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String id = "s" + i;
                database.write(transaction -> insert(transaction, id));
                states.add(database.state());
            }
            List<OptionalLong> known =
                    states.stream().filter(OptionalLong::isPresent).toList();
            assertThat(known).doesNotHaveDuplicates();
        }

        @Test
        void isTheSameOnlyWhileReadsSeeTheSame() throws Exception {
            Map<Long, Long> seen = new ConcurrentHashMap<>();
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                Future<?> writing = threads.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        String id = "w" + i;
                        database.write(transaction -> insert(transaction, id));
                    }
                });
                List<Future<?>> reading = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    reading.add(threads.submit(() -> {
                        while (!writing.isDone()) {
                            look(seen);
                        }
                    }));
                }
                for (Future<?> reader : reading) {
                    reader.get();
                }
                writing.get();
            }
        }

        private void look(Map<Long, Long> seen) {
            OptionalLong before = database.state();
            long found = count();
            if (before.isPresent() && before.equals(database.state())) {
                Long other = seen.putIfAbsent(before.getAsLong(), found);
                assertThat(other == null ? found : other).isEqualTo(found);
            }
        }
    }

    @Test
    void refusesWorkOnceItIsClosed() {
        database.close();
        assertThatThrownBy(() -> database.write(transaction -> insert(transaction, "late")))
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.UNAVAILABLE));
        database = reopen();
    }
}
