package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import fairlead.server.telemetry.Telemetry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredDatabaseTest {

    private static final String QUERY = "SELECT 1";

    @TempDir
    private Path folder;

    @Test
    void tellsOfEachTransactionThatTheStorageFails() {
        FailingStorage storage = new FailingStorage();
        try (Database real = storage.open(folder.resolve("fairlead.db"))) {
            storage.failWhile(QUERY::equals, new Fault(FailingStorage.IO_ERROR, Moment.BEFORE));
            for (String mode : List.of("read", "write", "rehearse")) {
                MeasuredDatabase database =
                        new MeasuredDatabase(real, Telemetry.none().metrics());
                assertThat(database.failures().failure()).as(mode).isEmpty();
                assertThatThrownBy(() -> ask(database, mode)).isInstanceOf(DatabaseException.class);
                assertThat(database.failures().failure()).as(mode).isPresent();
            }
        }
    }

    private static void ask(Database database, String mode) {
        Work<List<Long>> work = transaction -> transaction.query(QUERY, Row::number);
        switch (mode) {
            case "read" -> database.read(work);
            case "write" -> database.write(work);
            default -> database.rehearse(work);
        }
    }
}
