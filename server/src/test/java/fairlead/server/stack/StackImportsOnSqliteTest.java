package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class StackImportsOnSqliteTest extends StackImportsContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
