package fairlead.server.region;

import fairlead.server.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Gives each cell the registered types that the home has and it has not. A cell that is new has none of them.
///
/// That is done once for each cell after the front has started, as soon as both cells answer. From then on
/// [ChangeBroadcast] keeps them alike.
final class TypeReplication implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TypeReplication.class);
    private static final String TYPES = "/fairlead/cell/types";
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration TRANSFER = Duration.ofMinutes(10);

    private final Cells cells;
    private final CellClient client;
    private final Thread worker;

    TypeReplication(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
        worker = Thread.ofVirtual().name("types").unstarted(this::work);
    }

    private record Version(String name, int number, String digest) {

        String query() {
            return "?name=" + name + "&version=" + number;
        }
    }

    void start() {
        worker.start();
    }

    private void work() {
        List<Cell> behind = new ArrayList<>(cells.all());
        behind.remove(cells.home());
        try {
            while (!behind.isEmpty()) {
                behind.removeIf(this::isLevel);
                if (!behind.isEmpty()) {
                    Thread.sleep(PAUSE);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whether the cell has all that it can have.
    private boolean isLevel(Cell cell) {
        try {
            replicate(cell);
            return true;
        } catch (ProblemException away) {
            LOG.debug(
                    "can't give {} the types of {}: {}",
                    cell.name(),
                    cells.home().name(),
                    away.getMessage());
        } catch (IOException broken) {
            LOG.debug("can't give {} the types of {}", cell.name(), cells.home().name(), broken);
        }
        return Thread.currentThread().isInterrupted();
    }

    private void replicate(Cell cell) throws IOException {
        Set<Version> missing = new LinkedHashSet<>(versions(cells.home()));
        missing.removeAll(versions(cell));
        Map<String, List<String>> foreign = new LinkedHashMap<>();
        for (Version version : missing) {
            Optional<byte[]> copy = copied(version);
            if (copy.isPresent()) {
                give(cell, version, copy.get()).ifPresent(accounts -> foreign.put(version.name(), accounts));
            }
        }
        foreign.forEach((type, accounts) -> accounts.forEach(account -> LOG.warn(
                "'{}' can't open the configuration of {}{}, which is sealed with the key of '{}': set it again",
                cell.name(),
                type,
                account.isEmpty() ? "" : " of the account " + account,
                cells.home().name())));
    }

    private List<Version> versions(Cell cell) {
        List<Version> versions = new ArrayList<>();
        for (JsonNode one : client.ask(cell, "GET", TYPES, Optional.empty()).path("value")) {
            versions.add(new Version(
                    one.path("name").asString(),
                    one.path("version").asInt(),
                    one.path("digest").asString()));
        }
        return versions;
    }

    /// Nothing if it has been removed since.
    private Optional<byte[]> copied(Version version) throws IOException {
        CellRequest asked = CellRequest.own("GET", TYPES + version.query(), Optional.empty());
        try (CellResponse found = client.send(cells.home(), asked, TRANSFER);
                InputStream bytes = found.bytes()) {
            return found.succeeded() ? Optional.of(bytes.readAllBytes()) : Optional.empty();
        }
    }

    /// The accounts whose configurations the cell can't open; empty if it has refused the version.
    private Optional<List<String>> give(Cell cell, Version version, byte[] copy) {
        try (CellResponse taken = client.send(cell, CellRequest.own("PUT", TYPES, copy), TRANSFER)) {
            JsonNode answer = taken.json();
            if (!taken.succeeded()) {
                String why = answer.at("/error/message").asString("It answered " + taken.status() + ".");
                LOG.warn("'{}' has not taken {}: {}", cell.name(), version.name(), why);
                return Optional.empty();
            }
            LOG.info("'{}' has got version {} of {}", cell.name(), version.number(), version.name());
            List<String> accounts = new ArrayList<>();
            answer.path("sealedOtherwise").forEach(account -> accounts.add(account.asString()));
            return Optional.of(accounts);
        }
    }

    @Override
    public void close() {
        worker.interrupt();
    }
}
