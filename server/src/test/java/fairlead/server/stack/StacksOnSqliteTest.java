package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class StacksOnSqliteTest extends StacksContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
