package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;
import java.util.List;
import java.util.stream.Stream;

class EveryCrashTest extends EveryCrashContract {

    @Override
    Database open(String name) {
        return MemoryDatabase.withTables();
    }

    @Override
    List<Scenario> played() {
        return Stream.of(changes(), interruptions(), replacements())
                .flatMap(List::stream)
                .toList();
    }
}
