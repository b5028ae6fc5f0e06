package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/// The database of tests keeps what the others promise.
class MemoryDatabaseTest extends DatabaseContract {

    private final MemoryDatabase.Disk disk = new MemoryDatabase.Disk();

    @Override
    Database open() {
        return reopen();
    }

    @Override
    Database reopen() {
        return MemoryDatabase.open(disk);
    }

    @Test
    void refusesAWorkThatWouldWaitForItself() {
        try (Database database = MemoryDatabase.withTables()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> database.write(_ -> database.read(_ -> "")))
                    .withMessageContaining("in which it runs");
        }
    }

    @Test
    void hasAllTablesAtOnceAndNoRows() {
        try (Database database = MemoryDatabase.withTables()) {
            long rows = database.read(transaction -> transaction
                    .one("SELECT count(*) FROM operation", Row::number)
                    .orElseThrow());
            assertThat(rows).isZero();
        }
    }
}
