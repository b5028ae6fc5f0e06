package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.SqliteConnections.Connector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {

    private static final long LONG_LOG = 1L << 30;

    @TempDir
    private Path folder;

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }

    @Override
    Database reopen() {
        return open();
    }

    @Test
    void refusesAFileThatIsOpenAlready() {
        assertThatThrownBy(this::open).hasMessageContaining("another process has the data directory");
    }

    @Test
    void saysThatTheDiskIsFullAndKeepsWhatItHas() {
        Path small = folder.resolve("small").resolve("fairlead.db");
        try (Database database = SqliteDatabase.open(small)) {
            Migrations.apply(database, Clock.systemUTC());
            database.write(transaction -> transaction.query("PRAGMA max_page_count=40", Row::number));
            byte[] big = new byte[400_000];
            assertThatThrownBy(() -> database.write(transaction ->
                            transaction.update("INSERT INTO seal_key (id, keyset) VALUES (1, ?)", (Object) big)))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.FULL));
            database.write(transaction ->
                    transaction.update("INSERT INTO seal_key (id, keyset) VALUES (2, ?)", (Object) new byte[10]));
            List<Long> kept = database.read(transaction -> transaction.query("SELECT id FROM seal_key", Row::number));
            assertThat(kept).containsExactly(2L);
        }
    }

    @Test
    void beginsItsLogAnewThoughAReaderUsesItAtEveryMoment() throws IOException {
        Path busy = folder.resolve("busy").resolve("fairlead.db");
        Path log = busy.resolveSibling("fairlead.db-wal");
        long longLog = 256 << 10;
        try (Database database =
                SqliteDatabase.open(busy, SqliteDatabase.Limits.of(longLog), flush -> flush, Connector.REAL)) {
            Migrations.apply(database, Clock.systemUTC());
            try (Relay _ = new Relay(database)) {
                for (int i = 0; i < 1000 && (i < 50 || Files.size(log) > longLog); i++) {
                    overwrite(database, i);
                }
                assertThat(Files.size(log)).isLessThanOrEqualTo(longLog);
            }
        }
    }

    @Test
    void flushesTheFileWhileThingsAreWritten() {
        AtomicInteger flushes = new AtomicInteger();
        Path busy = folder.resolve("busy").resolve("fairlead.db");
        try (Database database = SqliteDatabase.open(
                busy,
                SqliteDatabase.Limits.of(LONG_LOG),
                flush -> () -> {
                    flush.run();
                    flushes.incrementAndGet();
                },
                Connector.REAL)) {
            Migrations.apply(database, Clock.systemUTC());
            for (int i = 0; i < 100_000 && flushes.get() < 2; i++) {
                overwrite(database, i);
            }
            assertThat(flushes).hasValueGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void writesNothingMoreWhenTheFileCanNotBeFlushedAndKeepsWhatWasWritten() {
        Path failing = folder.resolve("failing").resolve("fairlead.db");
        AtomicInteger written = new AtomicInteger();
        try (Database database = SqliteDatabase.open(
                failing,
                SqliteDatabase.Limits.of(LONG_LOG),
                _ -> () -> {
                    throw new IOException("the disk is gone");
                },
                Connector.REAL)) {
            Migrations.apply(database, Clock.systemUTC());
            assertThatThrownBy(() -> {
                        for (int i = 1; i < 100_000; i++) {
                            overwrite(database, i);
                            written.set(i);
                        }
                    })
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.UNAVAILABLE))
                    .hasMessage("the disk failed");
        }
        assertThat(failing.resolveSibling("fairlead.db-wal")).isNotEmptyFile();
        try (Database database = SqliteDatabase.open(failing)) {
            List<byte[]> kept =
                    database.read(transaction -> transaction.query("SELECT keyset FROM seal_key", Row::bytes));
            assertThat(kept)
                    .singleElement()
                    .extracting(bytes -> ByteBuffer.wrap(bytes).getInt())
                    .isEqualTo(written.get());
        }
    }

    private static void overwrite(Database database, int number) {
        byte[] other = ByteBuffer.allocate(16_000).putInt(number).array();
        database.write(transaction -> transaction.update("DELETE FROM seal_key")
                + transaction.update("INSERT INTO seal_key (id, keyset) VALUES (1, ?)", (Object) other));
    }

    /// Two readers, each of whom goes on reading until the other has begun to read again.
    private static final class Relay implements AutoCloseable {

        private final Semaphore oneReads = new Semaphore(0);
        private final Semaphore otherReads = new Semaphore(0);
        private final Database database;
        private final Thread one;
        private final Thread other;
        private volatile boolean ending;

        Relay(Database database) {
            this.database = database;
            one = Thread.ofPlatform().start(() -> read(oneReads, otherReads));
            other = Thread.ofPlatform().start(() -> {
                oneReads.acquireUninterruptibly();
                read(otherReads, oneReads);
            });
        }

        private void read(Semaphore mine, Semaphore others) {
            while (!ending) {
                database.read(transaction -> transaction.query("SELECT count(*) FROM subscription", row -> {
                    mine.release();
                    others.acquireUninterruptibly();
                    return row.number();
                }));
            }
            mine.release();
        }

        @Override
        public void close() {
            ending = true;
            try {
                one.join();
                other.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
