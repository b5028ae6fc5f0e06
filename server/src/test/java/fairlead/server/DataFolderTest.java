package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.FailingStorage;
import fairlead.server.database.Migrations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The data folder of a server in a process of its own: no other user reads it, and no other server writes there.
class DataFolderTest {

    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    /// Of the driver of SQLite, beside its native library.
    private static final String EMPTY_MARK = ".so.lck";

    @TempDir
    private Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private static void works(ServerProcess server, String name) throws IOException, InterruptedException {
        assertThat(server.put(name, "{\"Secret\":\"never told\"}").statusCode()).isEqualTo(201);
    }

    private List<Path> openToOthers() throws IOException {
        try (Stream<Path> all = Files.walk(data(), FileVisitOption.FOLLOW_LINKS)) {
            return all.filter(DataFolderTest::isOpenToOthers)
                    .filter(path -> !path.toString().endsWith(EMPTY_MARK))
                    .toList();
        }
    }

    private static boolean isOpenToOthers(Path path) {
        try {
            return Files.getPosixFilePermissions(path).stream().anyMatch(OF_OTHERS::contains);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void isTheOwnersAlone() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "one");
            assertThat(openToOthers()).isEmpty();
        }
    }

    @Test
    void isTheOwnersAloneAlsoIfAnEarlierVersionHasMadeIt() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "one");
        }
        try (Stream<Path> all = Files.walk(data())) {
            for (Path path : all.toList()) {
                String open = Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(open));
            }
        }
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "two");
            assertThat(openToOthers()).isEmpty();
        }
    }

    @Test
    void staysOpenIfOthersHaveFilesInIt() throws IOException, InterruptedException {
        Files.createDirectory(
                data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path others = Files.writeString(data().resolve("notes.txt"), "of somebody else");
        Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rw-r--r--"));
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "one");
            assertThat(openToOthers()).containsExactlyInAnyOrder(data(), others);
        }
    }

    @Test
    void isOneServersAloneThoughTheLockFileIsDeleted() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "one");
            Files.delete(data().resolve("fairlead.db.lock"));

            ServerProcess.Refusal refusal = ServerProcess.refused(data());

            assertThat(refusal.status()).isEqualTo(1);
            assertThat(refusal.error()).contains("another process has the data directory " + data() + " open");
            works(server, "two");
        }
    }

    /// The database is opened anew then, which releases the locks on its file.
    @Test
    void isOneServersAloneAlsoAfterItsStorageHasFailed() throws IOException, InterruptedException {
        FailingStorage storage = new FailingStorage();
        try (Database database = storage.open(data().resolve("fairlead.db"))) {
            Migrations.apply(database, Clock.systemUTC());
            storage.failWhile(
                    "flush"::equals, new FailingStorage.Fault(FailingStorage.IO_ERROR, FailingStorage.Moment.BEFORE));
            isWritten(database, "in doubt");
            storage.awaitFailures(2);
            storage.heal();
            int tries = 0;
            while (!isWritten(database, "after")) {
                assertThat(tries++).isLessThan(10_000_000);
            }
            Files.delete(data().resolve("fairlead.db.lock"));

            ServerProcess.Refusal refusal = ServerProcess.refused(data());

            assertThat(refusal.status()).isEqualTo(1);
            assertThat(refusal.error()).contains("another process has the data directory " + data() + " open");
        }
    }

    private static boolean isWritten(Database database, String id) {
        try {
            return database.write(transaction -> transaction.update(
                            "INSERT INTO subscription (id, display_name, state, created_at)"
                                    + " VALUES (?, '', 'Registered', 0)",
                            id))
                    == 1;
        } catch (DatabaseException refused) {
            return false;
        }
    }

    @Test
    void isMissedWhenItIsGone() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            works(server, "one");
            Files.move(data(), folder.resolve("moved"));

            assertThat(server.put("two", "{}").statusCode()).isEqualTo(503);
            assertThat(server.get("/fairlead/health").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void hasTheNativeLibraryOnceHoweverManyServersWereKilled() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++) {
            try (ServerProcess server = new ServerProcess(data())) {
                works(server, "thing-" + i);
                server.kill();
            }
        }
        try (Stream<Path> unpacked = Files.list(data().resolve("native"))) {
            assertThat(unpacked.map(Path::toString).filter(name -> !name.endsWith(".lck")))
                    .hasSize(1);
        }
    }
}
