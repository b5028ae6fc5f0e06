package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;

class SecretTargetsOnSqliteTest extends SecretTargetsContract {

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }
}
