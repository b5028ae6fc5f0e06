package fairlead.cli;

import static fairlead.cli.ScriptedServer.reply;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {

    private static final int PAGE = 4096;
    private static final int RECORDS = 200;

    @TempDir
    private Path data;

    private final Shell shell = new Shell("http://localhost:1");

    private Ran check() {
        return shell.run("check", "--data", data.toString());
    }

    private Database open() {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }

    private Path made() {
        try (Database database = open()) {
            Migrations.apply(database, Clock.systemUTC());
            for (int i = 1; i <= RECORDS; i++) {
                int id = i;
                database.write(transaction -> transaction.update(
                        "INSERT INTO seal_key (id, keyset) VALUES (?, ?)", id, (Object) new byte[1000]));
            }
        }
        return data.resolve("fairlead.db");
    }

    @Test
    void readsAWholeDatabaseAndLeavesItAsItIs() throws IOException {
        Path file = made();
        byte[] before = Files.readAllBytes(file);
        Ran ran = check();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("nothing is damaged").containsPattern("2\\d\\d records in \\d\\d tables");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        open().close();
    }

    @Test
    void saysWhatIsDamagedWhereverAPageIsLost() throws IOException {
        Path file = made();
        byte[] whole = Files.readAllBytes(file);
        for (long page = 1; page <= whole.length / PAGE; page += 7) {
            try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
                disk.seek((page - 1) * PAGE);
                disk.write(new byte[PAGE]);
            }
            Ran ran = check();
            assertThat(ran.exit()).as("page %s", page).isEqualTo(1);
            assertThat(ran.out().lines()).as("page %s", page).hasSizeGreaterThan(1);
            assertThat(ran.out()).contains("the database is damaged");
            Files.write(file, whole);
        }
    }

    @Test
    void saysThatAFileIsCut() throws IOException {
        Path file = made();
        long size = Files.size(file);
        try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
            disk.setLength(size - PAGE);
        }
        Ran ran = check();
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("has " + (size - PAGE) + " bytes, expected " + size);
    }

    @Test
    void saysThatThereIsNoneOrThatItIsEmpty() throws IOException {
        assertThat(check().exit()).isEqualTo(3);
        Files.createFile(data.resolve("fairlead.db"));
        Ran ran = check();
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).contains("the file is empty");
    }

    @Test
    void refusesADatabaseThatAServerHasOpen() {
        made();
        try (Database _ = open()) {
            Ran ran = check();
            assertThat(ran.exit()).isEqualTo(4);
            assertThat(ran.err()).contains("another process has the data directory", "stop the server first");
        }
    }

    @Test
    void waitsForTheCheckOfARunningServer() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on("POST /fairlead/check", reply(202, found("Running", "")));
            server.on(
                    "GET /fairlead/check",
                    reply(200, found("Running", "\"one\"")),
                    reply(200, found("Ended", "\"one\"")));
            Ran ran = new Shell(server.url()).run("check", "--online");
            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.out().lines())
                    .containsExactly(
                            "one", server.url() + ": 7 records in 3 tables were read, the database is damaged");
        }
    }

    @Test
    void saysThatARunningServerHasNoDamage() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on("POST /fairlead/check", reply(202, found("Ended", "")));
            Ran ran = new Shell(server.url()).run("check", "--online");
            assertThat(ran.exit()).isZero();
            assertThat(ran.out()).contains("nothing is damaged");
        }
    }

    @Test
    void saysThatARunningServerCouldNotReadEverything() throws IOException {
        try (ScriptedServer server = new ScriptedServer()) {
            server.on("POST /fairlead/check", reply(202, found("BrokenOff", "")));
            Ran ran = new Shell(server.url()).run("check", "--online");
            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.err()).contains("could not read all of its database");
        }
    }

    private static String found(String state, String damages) {
        return "{\"state\":\"" + state + "\",\"tables\":3,\"records\":7,\"damages\":[" + damages + "]}";
    }
}
