package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class QuarantineOnSqliteTest extends QuarantineContract {

    @TempDir
    private Path folder;

    @Override
    Database open(String name) {
        return SqliteDatabase.open(folder.resolve(name + ".db"));
    }
}
