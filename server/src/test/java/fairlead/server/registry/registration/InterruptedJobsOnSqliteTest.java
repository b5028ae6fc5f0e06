package fairlead.server.registry.registration;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;

class InterruptedJobsOnSqliteTest extends InterruptedJobsContract {

    @Override
    Database open() {
        return SqliteDatabase.open(folder.resolve("fairlead.db"));
    }
}
