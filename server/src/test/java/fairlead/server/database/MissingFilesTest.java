package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The files of a SQLite database are its owner's alone, and are still those that were opened whenever something is
/// written.
class MissingFilesTest {

    private static final String INSERT =
            "INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, '', 'Registered', 0)";
    private static final String COUNT = "SELECT count(*) FROM subscription";

    @TempDir
    private Path folder;

    private Database database;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(file());
        Migrations.apply(database, Clock.systemUTC());
        insert("before");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path file() {
        return data().resolve("fairlead.db");
    }

    private void insert(String id) {
        database.write(transaction -> transaction.update(INSERT, id));
    }

    private long count() {
        return database.read(transaction -> transaction.one(COUNT, Row::number).orElseThrow());
    }

    enum Accident {
        FOLDER_DELETED {
            @Override
            void happen(Path data) throws IOException {
                try (Stream<Path> files = Files.walk(data)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        },
        FOLDER_MOVED {
            @Override
            void happen(Path data) throws IOException {
                Files.move(data, data.resolveSibling("moved"));
            }
        },
        FOLDER_REPLACED_BY_A_COPY {
            @Override
            void happen(Path data) throws IOException {
                Path moved = Files.move(data, data.resolveSibling("moved"));
                Files.createDirectory(data);
                try (Stream<Path> files = Files.list(moved)) {
                    for (Path file : files.toList()) {
                        Files.copy(file, data.resolve(moved.relativize(file)));
                    }
                }
            }
        },
        DATABASE_DELETED {
            @Override
            void happen(Path data) throws IOException {
                Files.delete(data.resolve("fairlead.db"));
            }
        },
        DATABASE_REPLACED_BY_A_COPY {
            @Override
            void happen(Path data) throws IOException {
                Path copy = Files.copy(data.resolve("fairlead.db"), data.resolve("copy"));
                Files.move(copy, data.resolve("fairlead.db"), StandardCopyOption.ATOMIC_MOVE);
            }
        },
        LOG_DELETED {
            @Override
            void happen(Path data) throws IOException {
                Files.delete(data.resolve("fairlead.db-wal"));
            }
        };

        abstract void happen(Path data) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void areNoticedBeforeAnythingMoreIsSaidToBeWritten(Accident accident) throws IOException {
        accident.happen(data());
        Map<String, Long> there = sizes();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> insert("after"))
                    .isInstanceOfSatisfying(
                            DatabaseException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.UNAVAILABLE))
                    .hasMessageContaining("was deleted or replaced while the server ran")
                    .hasMessageContaining(data().toString());
        }
        assertThatThrownBy(this::count).hasMessageContaining("was deleted or replaced");
        database.close();

        assertThat(sizes()).isEqualTo(there);
    }

    /// The storage fails so that all connections have to be opened anew, which must not open what has the name now.
    @ParameterizedTest
    @EnumSource
    void areNotTakenFromOthersWhenTheStorageRecovers(Accident accident) throws IOException, InterruptedException {
        database.close();
        FailingStorage storage = new FailingStorage();
        database = storage.open(file());
        storage.failWhile(
                site -> site.equals("flush") || site.equals("connect"),
                new FailingStorage.Fault(FailingStorage.IO_ERROR, FailingStorage.Moment.BEFORE));
        insert("in doubt");
        storage.awaitFailures(2);
        accident.happen(data());
        Map<String, Long> there = sizes();
        storage.heal();

        assertThat(lastRefusal()).contains("was deleted or replaced while the server ran");
        assertThatThrownBy(this::count).hasMessageContaining("was deleted or replaced");
        database.close();

        assertThat(sizes()).isEqualTo(there);
    }

    private String lastRefusal() {
        String told = "";
        for (int i = 0; i < 10_000_000 && !told.contains("was deleted"); i++) {
            try {
                insert("after" + i);
                throw new AssertionError("written, though the files are gone");
            } catch (DatabaseException refused) {
                told = String.valueOf(refused.getMessage());
            }
        }
        return told;
    }

    private Map<String, Long> sizes() throws IOException {
        if (!Files.exists(data())) {
            return Map.of();
        }
        try (Stream<Path> files = Files.list(data())) {
            return files.filter(file -> !file.toString().endsWith("-shm"))
                    .collect(Collectors.toMap(Path::toString, MissingFilesTest::size));
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void areStillNoticedWhenTheyAreBack() throws IOException {
        Path moved = Files.move(data(), folder.resolve("moved"));
        assertThatThrownBy(() -> insert("after")).hasMessageContaining("was deleted or replaced");
        Files.move(moved, data());
        assertThatThrownBy(() -> insert("after")).hasMessageContaining("start the server again");
        database.close();

        database = SqliteDatabase.open(file());
        insert("again");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void areOpenedOnceInAProcessThoughTheLockFileIsGone() throws IOException {
        Files.delete(data().resolve("fairlead.db.lock"));
        assertThatThrownBy(() -> SqliteDatabase.open(file())).hasMessageContaining("another process has");
        insert("after");
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void areTheirOwnersAlone() throws IOException {
        assertThat(permissions())
                .hasSize(4)
                .allSatisfy((file, permitted) -> assertThat(permitted).as(file).isEqualTo("rw-------"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data())))
                .isEqualTo("rwx------");
    }

    @Test
    void areTheirOwnersAloneAlsoIfAnEarlierVersionHasMadeThem() throws IOException {
        database.close();
        try (Stream<Path> files = Files.list(data())) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
        database = SqliteDatabase.open(file());
        insert("after");

        assertThat(permissions().values()).hasSize(4).containsOnly("rw-------");
    }

    private Map<String, String> permissions() throws IOException {
        try (Stream<Path> files = Files.list(data())) {
            return files.collect(Collectors.toMap(Path::toString, MissingFilesTest::permissions));
        }
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
