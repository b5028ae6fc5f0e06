package fairlead.server.database;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DamagedRecordsOnSqliteTest extends DamagedRecordsContract {

    @TempDir
    private Path folder;

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }
}
