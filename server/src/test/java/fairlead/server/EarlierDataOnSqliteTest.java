package fairlead.server;

import java.nio.file.Path;
import java.util.List;

class EarlierDataOnSqliteTest extends EarlierDataContract {

    @Override
    String name() {
        return "sqlite";
    }

    /// The file in the data folder is the database.
    @Override
    List<String> database(Path data) {
        return List.of();
    }
}
