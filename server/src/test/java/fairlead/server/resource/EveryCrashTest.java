package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

class EveryCrashTest extends EveryCrashContract {

    @TempDir
    private Path folder;

    @Override
    Database open(String name) {
        return SqliteDatabase.open(folder.resolve(name).resolve("fairlead.db"));
    }

    @Override
    List<Scenario> played() {
        return Stream.concat(changes().stream(), replacements().stream()).toList();
    }
}
