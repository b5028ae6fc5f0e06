package fairlead.server.scope;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class PlacementsOnSqliteTest extends PlacementsContract {

    @TempDir
    private Path folder;

    private int opened;

    @Override
    Database open() {
        opened++;
        return SqliteDatabase.open(folder.resolve("fairlead" + opened + ".db"));
    }
}
