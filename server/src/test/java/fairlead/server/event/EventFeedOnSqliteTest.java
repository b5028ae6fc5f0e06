package fairlead.server.event;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class EventFeedOnSqliteTest extends EventFeedContract {

    @TempDir
    private Path folder;

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }
}
