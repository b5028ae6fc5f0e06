package fairlead.server.limit.quota;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;

class QuotasOnSqliteTest extends QuotasContract {

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }

    @Override
    int nodes() {
        return 1;
    }
}
