package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamageTest {

    private static final int PAGE = 4096;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void make() {
        file = folder.resolve("fairlead.db");
        try (Database database = SqliteDatabase.open(file)) {
            Migrations.apply(database, Clock.systemUTC());
            for (int i = 1; i <= 200; i++) {
                int id = i;
                database.write(transaction -> transaction.update(
                        "INSERT INTO seal_key (id, keyset) VALUES (?, ?)", id, (Object) new byte[1000]));
            }
        }
    }

    private void overwrite(long place, byte[] bytes) throws IOException {
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.seek(place);
            disk.write(bytes);
        }
    }

    private void cut(long size) throws IOException {
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.setLength(size);
        }
    }

    private void requireRefusal(String message) {
        assertThatThrownBy(() -> SqliteDatabase.open(file).close())
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(message);
    }

    @Nested
    class AtTheStart {

        @Test
        void aWholeFileIsOpened() {
            SqliteDatabase.open(file).close();
            SqliteDatabase.open(folder.resolve("new.db")).close();
            assertThat(folder.resolve("new.db")).isNotEmptyFile();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 15, 99})
        void aFileThatEndsInItsHeaderIsRefused(int size) throws IOException {
            cut(size);
            requireRefusal("does not begin as a SQLite database does");
        }

        @Test
        void aFileThatBeginsInAnotherWayIsRefused() throws IOException {
            overwrite(0, new byte[] {0});
            requireRefusal("does not begin as a SQLite database does");
        }

        @Test
        void aFileWithPagesOfAnImpossibleSizeIsRefused() throws IOException {
            overwrite(16, new byte[] {3, 0});
            requireRefusal("says that its pages have 768 bytes");
        }

        @Test
        void aFileThatLacksPagesIsRefused() throws IOException {
            long whole = Files.size(file);
            cut(whole - PAGE);
            requireRefusal("has " + (whole - PAGE) + " bytes, expected " + whole);
        }

        @Test
        void aLogWithoutItsFileIsRefused() throws IOException {
            Files.write(folder.resolve("fairlead.db-wal"), new byte[32]);
            cut(0);
            requireRefusal("is empty, but its log fairlead.db-wal is there");
            Files.delete(file);
            requireRefusal("is missing, but its log fairlead.db-wal is there");
        }

        @Test
        void aFileThatWasRefusedIsOpenedOnceItIsRestored() throws IOException {
            byte[] whole = Files.readAllBytes(file);
            cut(10);
            requireRefusal("does not begin");
            Files.write(file, whole);
            SqliteDatabase.open(file).close();
        }
    }

    @Nested
    class InTheBackground {

        @Test
        void aWholeDatabaseIsFoundWhole() {
            try (Database database = SqliteDatabase.open(file)) {
                DamageCheck check = new DamageCheck(database, List.of());
                check.checkNow();
                assertThat(check.damage()).isEmpty();
            }
        }

        /// One with the list of tables is found at the start already.
        @Test
        void aPageThatIsLostIsFound() throws IOException {
            byte[] whole = Files.readAllBytes(file);
            byte[] lost = new byte[PAGE];
            int inTables = 0;
            for (long page = 2; page <= whole.length / PAGE; page += 7) {
                overwrite((page - 1) * PAGE, lost);
                try (Database database = SqliteDatabase.open(file)) {
                    DamageCheck check = new DamageCheck(database, List.of());
                    check.checkNow();
                    assertThat(check.damage()).as("page %s", page).isPresent();
                    inTables++;
                } catch (DatabaseException refused) {
                    assertThat(refused).as("page %s", page).hasMessageContaining("malformed");
                }
                Files.write(file, whole);
            }
            assertThat(inTables).isGreaterThan(5);
        }

        @Test
        void aDatabaseThatDoesNotAnswerIsNotTakenForDamaged() {
            FailingStorage storage = new FailingStorage();
            try (Database database = storage.open(file)) {
                storage.failWhile(
                        site -> site.contains("quick_check") || site.contains("sqlite_schema"),
                        new FailingStorage.Fault(FailingStorage.IO_ERROR, FailingStorage.Moment.BEFORE));
                DamageCheck check = new DamageCheck(database, List.of());
                check.checkNow();
                assertThat(storage.failures()).isPositive();
                assertThat(check.damage()).isEmpty();
            }
        }
    }
}
