package fairlead.server.type;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SimulationResultsOnSqliteTest extends SimulationResultsContract {

    @TempDir
    private Path data;

    @Override
    Database connect() {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }
}
