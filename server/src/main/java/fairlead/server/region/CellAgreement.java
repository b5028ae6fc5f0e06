package fairlead.server.region;

import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Whether the running cells are those that the front is configured for. A cell that keeps other locations, or
/// that takes another cell for the home of subscriptions, would make names twice.
final class CellAgreement {

    private static final Logger LOG = LoggerFactory.getLogger(CellAgreement.class);

    private static final int UNAUTHENTICATED = 401;

    private final Cells cells;
    private final CellClient client;

    CellAgreement(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
    }

    /// Throws [IllegalArgumentException] with what does not agree.
    void require() {
        for (Cell cell : cells.all()) {
            try {
                require(cell, client.ask(cell, "GET", "/fairlead/cell", Optional.empty()));
            } catch (ProblemException away) {
                if (away.problem().status() == UNAUTHENTICATED) {
                    throw new IllegalArgumentException(
                            "the server at " + cell.url()
                                    + " does not know this front: all cells and fronts have to have"
                                    + " the same --cell-key-file. "
                                    + away.problem().message(),
                            away);
                }
                LOG.warn("{} could not be asked what it is: {}", cell.url(), away.getMessage());
            }
        }
    }

    private void require(Cell cell, ObjectNode said) {
        boolean signIn = said.path("signIn").asBoolean(false);
        if (signIn != client.signsIn()) {
            throw new IllegalArgumentException(
                    signIn
                            ? "the server at " + cell.url()
                                    + " lets callers sign in: start the front with --cell-key-file"
                            : "the server at " + cell.url() + " takes all callers for the developer: start it with"
                                    + " --require-sign-in and --cell-key-file, or the front without");
        }
        List<String> served = names(said.path("served"));
        String home = names(said.path("locations")).stream().findFirst().orElse("");
        if (!served.containsAll(cell.locations()) || !cell.locations().containsAll(served)) {
            throw new IllegalArgumentException("the server at " + cell.url() + " is the cell of '"
                    + String.join(", ", served) + "', not of '" + cell.name() + "'");
        }
        if (!cells.home().locations().contains(home)) {
            throw new IllegalArgumentException("the server at " + cell.url() + " has '" + home
                    + "' for its first location, the front '" + cells.home().name() + "'");
        }
    }

    private static List<String> names(JsonNode locations) {
        List<String> names = new ArrayList<>();
        locations.forEach(location -> names.add(location.path("name").asString()));
        return names;
    }
}
