package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseMarkTest {

    @TempDir
    private Path folder;

    private Path killed;

    /// What is left of a server that was killed, in another folder.
    @BeforeEach
    void kill() throws IOException {
        Path file = folder.resolve("running").resolve("fairlead.db");
        killed = Files.createDirectory(folder.resolve("killed")).resolve("fairlead.db");
        try (SqliteDatabase database = SqliteDatabase.open(file)) {
            Migrations.apply(database, Clock.systemUTC());
            DatabaseMark mark = new DatabaseMark(database, file);
            copy(file, "");
            for (int i = 0; i < 50; i++) {
                event(database);
            }
            mark.write();
            copy(file, "-wal");
            copy(file, ".mark");
        }
    }

    private void copy(Path file, String ending) throws IOException {
        Path source = file.resolveSibling(file.getFileName() + ending);
        if (Files.exists(source)) {
            Files.copy(source, beside(ending), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Path beside(String ending) {
        return killed.resolveSibling(killed.getFileName() + ending);
    }

    private static void event(Database database) {
        database.write(transaction -> transaction.update(
                "INSERT INTO event (at, kind, resource, resource_id, version, request_id, correlation_id)"
                        + " VALUES (1, 'Made', 'r', '/r', 1, '', '')"));
    }

    private void start() {
        try (SqliteDatabase database = SqliteDatabase.open(killed)) {
            new DatabaseMark(database, killed);
        }
    }

    private void requireRefusal() {
        assertThatThrownBy(this::start)
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("its log was cut, or an older copy is in its place")
                .hasMessageContaining("delete fairlead.db.mark");
    }

    @Test
    void takesWhatAKilledServerHasLeft() {
        start();
        start();
    }

    @Test
    void refusesADatabaseWhoseLogWasCut() throws IOException {
        try (RandomAccessFile log = new RandomAccessFile(beside("-wal").toFile(), "rw")) {
            log.setLength(log.length() * 2 / 3);
        }
        requireRefusal();
        Files.delete(beside(".mark"));
        start();
    }

    @Test
    void refusesADatabaseWhoseLogIsGone() throws IOException {
        byte[] log = Files.readAllBytes(beside("-wal"));
        Files.write(beside("-wal"), new byte[0]);
        assertThatThrownBy(this::start).isInstanceOf(DatabaseException.class);
        Files.write(beside("-wal"), log);
        start();
    }

    @Test
    void refusesAnOlderCopy() throws IOException {
        byte[] older = Files.readAllBytes(folder.resolve("running").resolve("fairlead.db"));
        Path running = folder.resolve("running").resolve("fairlead.db");
        Files.move(running, killed, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(beside("-wal"));
        try (SqliteDatabase database = SqliteDatabase.open(killed)) {
            DatabaseMark mark = new DatabaseMark(database, killed).begin();
            event(database);
            mark.close();
        }
        start();
        Files.write(killed, older);
        requireRefusal();
    }

    @Test
    void forgetsNothingWhenEventsAreForgotten() {
        try (SqliteDatabase database = SqliteDatabase.open(killed)) {
            database.write(transaction -> transaction.update("DELETE FROM event"));
        }
        start();
    }

    @Test
    void takesAMarkThatCantBeReadForNone() throws IOException {
        Files.write(beside(".mark"), new byte[] {0, 0, 0});
        start();
        assertThat(beside(".mark")).exists();
    }
}
