package fairlead.server.access.role;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;

class RevocationOnSqliteTest extends RevocationContract {

    @Override
    Database open(Path data) {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }
}
