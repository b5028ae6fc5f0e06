package fairlead.server.region;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.ScopeId;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Deletes groups in all cells while the homes of those groups delete them.
///
/// It looks again and again for the groups that are being deleted and the cells that have them. So it does not
/// matter which front took the request, or whether that front still runs: the home stores what has to be done,
/// and each step may be done twice.
final class GroupDeletions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupDeletions.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String VERSION = "?api-version=2022-12-01";

    private final Cells cells;
    private final CellClient client;
    private final Semaphore due = new Semaphore(0);
    private final Thread worker;
    private final Map<Part, String> underWay = new HashMap<>();
    private final Set<Part> seen = new HashSet<>();

    GroupDeletions(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
        worker = Thread.ofVirtual().name("deletions").unstarted(this::work);
    }

    /// A group as far as it is in one cell.
    ///
    /// @param operation that deletes the whole
    private record Part(String group, String operation, Cell cell) {}

    void start() {
        worker.start();
    }

    /// There may be something to do.
    void look() {
        due.release();
    }

    /// A problem if a group can't be deleted now: a cell that has something of it is away, or something there is
    /// locked. The home knows only its own locks.
    void require(ScopeId group, NameDirectory directory) {
        Cell home = directory.home(group).orElse(cells.home());
        for (Cell cell : directory.spread(group)) {
            if (!cell.equals(home)) {
                requireUnlocked(group, cell);
            }
        }
    }

    private void requireUnlocked(ScopeId group, Cell cell) {
        String target = group.key() + "/providers/Microsoft.Authorization/locks" + VERSION;
        try (CellResponse answer = client.send(cell, CellRequest.own("GET", target, Optional.empty()))) {
            JsonNode lock = answer.json().path("value").path(0).path("id");
            if (!lock.isMissingNode()) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.SCOPE_LOCKED,
                        "'" + group.key() + "' can't be deleted: it is locked by '" + lock.asString()
                                + "'. Remove the lock first."));
            }
        }
    }

    private void work() {
        try {
            while (true) {
                if (due.tryAcquire(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                    due.drainPermits();
                }
                seen.clear();
                cells.all().forEach(this::deleteWhatIsHomedIn);
                underWay.keySet().retainAll(seen);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void deleteWhatIsHomedIn(Cell home) {
        try {
            ObjectNode deletions = client.ask(home, "GET", "/fairlead/cell/deletions", Optional.empty());
            for (JsonNode deletion : deletions.path("value")) {
                deletion.path("locations")
                        .forEach(location -> delete(
                                home,
                                deletion.path("id").asString(),
                                deletion.path("operation").asString(),
                                location.asString()));
            }
        } catch (ProblemException away) {
            LOG.debug("can't ask {} for deletions: {}", home.name(), away.getMessage());
        } catch (RuntimeException failure) {
            LOG.warn("can't carry on the deletions of {}", home.name(), failure);
        }
    }

    private void delete(Cell home, String group, String operation, String location) {
        Optional<Cell> cell = cells.of(location).filter(found -> !found.equals(home));
        if (cell.isEmpty()) {
            return;
        }
        Part part = new Part(group, operation, cell.get());
        seen.add(part);
        try {
            Ending ending = underWay.containsKey(part) ? followed(part) : begun(part);
            switch (ending) {
                case Ending.Open() -> {}
                case Ending.Gone() -> report(home, part, location, Optional.empty());
                case Ending.Failed(var error) -> report(home, part, location, Optional.of(error));
            }
        } catch (ProblemException away) {
            LOG.debug("can't delete {} in {}: {}", group, cell.get().name(), away.getMessage());
        }
    }

    /// How far a deletion in one cell has come.
    private sealed interface Ending {

        /// It goes on, or has to be tried again.
        record Open() implements Ending {}

        record Gone() implements Ending {}

        /// @param error why it came to nothing
        record Failed(ObjectNode error) implements Ending {}
    }

    private Ending begun(Part part) {
        try (CellResponse answer =
                client.send(part.cell(), CellRequest.own("DELETE", part.group() + VERSION, Optional.empty()))) {
            if (answer.status() == 202) {
                URI location = URI.create(answer.header("location"));
                underWay.put(part, location.getRawPath() + "?" + location.getRawQuery());
                return new Ending.Open();
            }
            return answer.status() == 404 ? new Ending.Gone() : ending(answer);
        }
    }

    private Ending followed(Part part) {
        String result = underWay.getOrDefault(part, "");
        try (CellResponse answer = client.send(part.cell(), CellRequest.own("GET", result, Optional.empty()))) {
            if (answer.status() == 202) {
                return new Ending.Open();
            }
            underWay.remove(part);
            return answer.status() == 404 ? new Ending.Open() : ending(answer);
        }
    }

    private static Ending ending(CellResponse answer) {
        if (answer.succeeded()) {
            return new Ending.Gone();
        }
        boolean refused = answer.status() < 500;
        return refused && answer.json().path("error") instanceof ObjectNode error
                ? new Ending.Failed(error)
                : new Ending.Open();
    }

    private void report(Cell home, Part part, String location, Optional<ObjectNode> remains) {
        String target = "/fairlead/cell/deletions?id=" + NameDirectory.encoded(part.group()) + "&operation="
                + part.operation() + "&location=" + location;
        client.ask(home, "PUT", target, remains.map(error -> JsonMapper.shared().writeValueAsBytes(error)));
    }

    @Override
    public void close() {
        worker.interrupt();
    }
}
