package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class CustomResourcesOnSqliteTest extends CustomResourcesContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
