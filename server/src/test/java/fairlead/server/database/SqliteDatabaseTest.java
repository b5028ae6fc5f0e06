package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest extends DatabaseContract {

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
}
