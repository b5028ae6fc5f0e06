package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;

class KeyRotationOnSqliteTest extends KeyRotationContract {

    @Override
    Database open(Path data) {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }
}
