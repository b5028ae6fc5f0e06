package fairlead.server.stack.deployment;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class DeploymentsOnSqliteTest extends DeploymentsContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
