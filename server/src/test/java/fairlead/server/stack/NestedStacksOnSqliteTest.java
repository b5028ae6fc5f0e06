package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class NestedStacksOnSqliteTest extends NestedStacksContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
