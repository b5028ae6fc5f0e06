package fairlead.server.stack.deploymentstack;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;

class DeploymentStacksOnSqliteTest extends DeploymentStacksContract {

    @Override
    Database open() {
        return MemoryDatabase.withTables();
    }
}
