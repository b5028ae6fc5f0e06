package fairlead.server.stack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class StackSignalsOnSqliteTest extends StackSignalsContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
