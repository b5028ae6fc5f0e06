package fairlead.bench.robust.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sqlite.SQLiteJDBCLoader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One server with its own SQLite database, whose disk can be full.
public final class SqliteBacking implements Backing {

    @Override
    public String name() {
        return "SQLite " + SQLiteJDBCLoader.getVersion();
    }

    @Override
    public int nodes() {
        return 1;
    }

    @Override
    public List<String> options() {
        return List.of();
    }

    @Override
    public Set<Fault> faults() {
        return EnumSet.range(Fault.KILL, Fault.DISK_FULL);
    }

    @Override
    public void cause(Fault fault, long millis) {
        throw new IllegalArgumentException(fault + " is none of SQLite's own");
    }

    @Override
    public List<Thing> things(List<Node> nodes) throws IOException {
        Path ledger = nodes.getFirst().data().resolve("lab").resolve("ledger.jsonl");
        List<JsonNode> made = new ArrayList<>();
        Set<String> deleted = new HashSet<>();
        for (String line : Files.readAllLines(ledger)) {
            JsonNode event = JsonMapper.shared().readTree(line);
            switch (event.path("event").asString("")) {
                case "created" -> made.add(event);
                case "deleted" -> deleted.add(event.path("id").asString(""));
                default -> {
                    // Makes nothing and removes nothing.
                }
            }
        }
        return made.stream().map(event -> thing(event, deleted)).toList();
    }

    private static Thing thing(JsonNode event, Set<String> deleted) {
        String id = event.path("id").asString("");
        return new Thing(
                id, event.path("token").asString(""), event.path("properties").toString(), !deleted.contains(id));
    }

    @Override
    public void close() {}
}
