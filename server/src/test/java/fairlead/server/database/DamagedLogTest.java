package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.wiring.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log of a database whose process was killed. What a crash leaves behind is taken for what it is; a damage before
/// the last commits is none that SQLite would tell.
class DamagedLogTest {

    private static final int HEADER = 32;
    private static final int FRAME = 24 + 4096;
    private static final int COMMITS = 12;
    private static final String INSERT =
            "INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, ?, 'Registered', 0)";

    @TempDir
    private Path folder;

    private byte[] log = {};

    /// The ends of the last commits, in frames.
    private int last;

    private int lastButOne;
    private int lastButTwo;

    @BeforeEach
    void crash() throws IOException {
        Path file = folder.resolve("live").resolve("fairlead.db");
        try (Database database = SqliteDatabase.open(file)) {
            Migrations.apply(database, Clock.systemUTC());
            for (int i = 0; i < COMMITS; i++) {
                int number = i;
                database.write(transaction -> transaction.update(INSERT, "s" + number, "x".repeat(6000)));
            }
            Files.copy(file, folder.resolve("fairlead.db"));
            log = Files.readAllBytes(file.resolveSibling("fairlead.db-wal"));
        }
        for (int frame = 0; HEADER + (frame + 1) * FRAME <= log.length; frame++) {
            if (ByteBuffer.wrap(log).getInt(HEADER + frame * FRAME + 4) != 0) {
                lastButTwo = lastButOne;
                lastButOne = last;
                last = frame + 1;
            }
        }
        assertThat(last).isGreaterThan(COMMITS);
    }

    private Path found(byte[] bytes) throws IOException {
        Path own = Files.createTempDirectory(folder, "found").resolve("fairlead.db");
        Files.copy(folder.resolve("fairlead.db"), own, StandardCopyOption.REPLACE_EXISTING);
        Files.write(own.resolveSibling("fairlead.db-wal"), bytes);
        return own;
    }

    private byte[] flipped(int frame, int bit) {
        byte[] bytes = log.clone();
        bytes[HEADER + frame * FRAME + bit / 8] ^= (byte) (1 << bit % 8);
        return bytes;
    }

    private static long rows(Path file) {
        try (Database database = SqliteDatabase.open(file)) {
            return database.read(transaction -> transaction
                    .one("SELECT count(*) FROM subscription", Row::number)
                    .orElseThrow());
        }
    }

    @Test
    void isWholeAfterACrash() throws IOException {
        assertThat(rows(found(log))).isEqualTo(COMMITS);
    }

    @Test
    void mayEndAnywhere() throws IOException {
        Random chance = new Random(7);
        for (int i = 0; i < 20; i++) {
            int length = HEADER + chance.nextInt(log.length - HEADER);
            assertThat(LogFile.damage(found(Arrays.copyOf(log, length)).resolveSibling("fairlead.db-wal")))
                    .as("cut to %d bytes", length)
                    .isEmpty();
        }
        assertThat(rows(found(Arrays.copyOf(log, HEADER + (last - 1) * FRAME + 100))))
                .isEqualTo(COMMITS - 1);
    }

    @Test
    void mayLackAnyPartOfTheLastCommit() throws IOException {
        for (int frame = lastButOne; frame < last; frame++) {
            assertThat(rows(found(flipped(frame, 1000)))).isEqualTo(COMMITS - 1);
        }
    }

    @Test
    void isRefusedIfCommitsAreBehindADamage() throws IOException {
        Random chance = new Random(8);
        for (int frame = 0; frame < lastButTwo; frame++) {
            int bit = chance.nextInt(FRAME * 8);
            Path file = found(flipped(frame, bit));
            assertThatThrownBy(() -> SqliteDatabase.open(file))
                    .as("bit %d of frame %d", bit, frame)
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining("fairlead.db-wal is damaged after " + (HEADER + frame * FRAME) + " bytes");
            assertThat(OfflineCheck.run(file, Records.all()).damages())
                    .anyMatch(line -> line.contains("fairlead.db-wal is damaged"));
        }
    }

    @Test
    void isTakenOnceItIsCutAsTheMessageSays() throws IOException {
        Path file = found(flipped(lastButTwo - 1, 1000));
        String message = "";
        try {
            SqliteDatabase.open(file).close();
        } catch (DatabaseException refused) {
            message = String.valueOf(refused.getMessage());
        }
        String bytes = message.replaceFirst("(?s).*truncate -s (\\d+) .*", "$1");

        Files.write(file.resolveSibling("fairlead.db-wal"), Arrays.copyOf(log, Integer.parseInt(bytes)));

        assertThat(rows(file)).isEqualTo(COMMITS - 3);
    }
}
