package fairlead.server.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.database.OfflineCheck;
import fairlead.server.database.RecordTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The database of a server whose file was written over in places.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmearedDatabaseTest {

    private static final int THINGS = 100;
    private static final int SMEAR = 64;
    private static final int PAGE = 4096;
    private static final int PLACES = 150;

    private Path file;
    private byte[] whole;
    private List<List<String>> records;

    @BeforeAll
    void make(@TempDir Path folder) throws Exception {
        file = folder.resolve("fairlead.db");
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(20))) {
            for (int i = 0; i < THINGS; i++) {
                String body = "{\"location\":\"local\",\"properties\":{\"Text\":\"" + "text ".repeat(40) + i + "\"}}";
                assertThat(plane.put(Plane.THINGS + "/thing" + i + Plane.VERSION, body)
                                .status())
                        .isEqualTo(201);
            }
        }
        whole = Files.readAllBytes(file);
        records = records();
        assertThat(OfflineCheck.run(file, Records.all()).damages()).isEmpty();
    }

    private boolean isNoticed(byte[] content) throws IOException {
        Files.write(file, content);
        return !OfflineCheck.run(file, Records.all()).damages().isEmpty();
    }

    private List<List<String>> records() throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (RecordTable table : Records.all()) {
                String columns = String.join(", ", table.columns());
                try (ResultSet rows = statement.executeQuery(
                        "SELECT " + columns + " FROM " + table.name() + " ORDER BY " + table.key())) {
                    while (rows.next()) {
                        List<String> row = new ArrayList<>();
                        for (int i = 1; i <= table.columns().size(); i++) {
                            row.add(Arrays.toString(rows.getBytes(i)));
                        }
                        all.add(row);
                    }
                }
            }
        }
        return all;
    }

    private byte[] smeared(Random chance, int places, int bytes) {
        byte[] content = whole.clone();
        for (int i = 0; i < places; i++) {
            int at = PAGE + chance.nextInt(content.length - PAGE - bytes);
            byte[] smear = new byte[bytes];
            chance.nextBytes(smear);
            System.arraycopy(smear, 0, content, at, bytes);
        }
        return content;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void isNoticedAfterThirtySmears(int seed) throws IOException {
        assertThat(isNoticed(smeared(new Random(seed), 30, SMEAR))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void isNoticedAfterEightPagesOfZeros(int seed) throws IOException {
        Random chance = new Random(seed);
        byte[] content = whole.clone();
        for (int i = 0; i < 8; i++) {
            int page = 1 + chance.nextInt(content.length / PAGE - 1);
            Arrays.fill(content, page * PAGE, (page + 1) * PAGE, (byte) 0);
        }
        assertThat(isNoticed(content)).isTrue();
    }

    /// A smear on a place that nothing is in changes no record.
    @Test
    void hasTheRecordsAsTheyWereWhereNothingIsNoticed() throws Exception {
        Random chance = new Random(21);
        int noticed = 0;
        for (int i = 0; i < PLACES; i++) {
            int bytes = i % 2 == 0 ? SMEAR : 1;
            if (isNoticed(smeared(chance, 1, bytes))) {
                noticed++;
            } else {
                assertThat(records()).as("place " + i).isEqualTo(records);
            }
        }
        assertThat(noticed).isGreaterThan(PLACES / 4);
    }
}
