package fairlead.server.region;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.ScopeId;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Changes that several cells have to make: those of types in all cells, those of a scope in the cells where the
/// scope is.
///
/// The front asks the home first, and passes its answer to the caller. If another cell then fails to make the
/// change, the answer names that cell. Repeating the request is harmless and makes the change there, too.
final class ChangeBroadcast {

    /// A registration opens archives and starts processes.
    private static final Duration REGISTRATION = Duration.ofMinutes(10);

    private static final Duration CHANGE = Duration.ofSeconds(60);

    private final Cells cells;
    private final NameDirectory directory;
    private final CellClient client;

    ChangeBroadcast(Cells cells, NameDirectory directory, CellClient client) {
        this.cells = cells;
        this.directory = directory;
        this.client = client;
    }

    /// For all cells; nothing is changed unless all of them can be asked.
    Response everywhere(Request request, CellRequest call) {
        cells.all().forEach(this::requireHealth);
        Optional<Response> refusal = inUse(request, call);
        return refusal.orElseGet(() -> spread(call, cells.home(), cells::all, REGISTRATION));
    }

    /// For the cells where a scope is: those that are known after the home has taken the change. A cell that gets
    /// the scope later gets it as it is then.
    Response throughout(ScopeId scope, CellRequest call) {
        Cell home = directory.home(scope).orElse(cells.home());
        return spread(call, home, () -> directory.spread(scope), CHANGE);
    }

    private Response spread(CellRequest call, Cell home, Supplier<List<Cell>> all, Duration limit) {
        Response response = client.send(home, call, limit).read();
        if (response.status() < 300) {
            all.get().stream().filter(cell -> !cell.equals(home)).forEach(cell -> require(cell, call, limit));
        }
        return response;
    }

    private void require(Cell cell, CellRequest call, Duration limit) {
        CellResponse answer;
        try {
            answer = client.send(cell, call, limit);
        } catch (ProblemException away) {
            throw incomplete(cell, away.problem().message());
        }
        try (answer) {
            boolean nothingThere = answer.status() == 404;
            if (!answer.succeeded() && !nothingThere) {
                throw incomplete(
                        cell, answer.json().at("/error/message").asString("It answered " + answer.status() + "."));
            }
        }
    }

    private static ProblemException incomplete(Cell cell, String why) {
        return new ProblemException(new Problem.CellTrouble(
                ProblemCode.LOCATION_NOT_REACHED,
                "The change was made, but not yet in '" + cell.name() + "'; make it again. " + why));
    }

    private void requireHealth(Cell cell) {
        client.ask(cell, "GET", "/fairlead/health", Optional.empty());
    }

    /// The refusal of a cell that has resources of a type which is to be removed.
    private Optional<Response> inUse(Request request, CellRequest call) {
        List<String> path = request.segments();
        boolean removal = call.method().equals("DELETE")
                && path.size() == 3
                && path.get(1).toLowerCase(Locale.ROOT).equals("types");
        if (!removal) {
            return Optional.empty();
        }
        for (Cell cell : cells.all()) {
            try (CellResponse answer = client.send(cell, CellRequest.own("GET", request.path(), Optional.empty()))) {
                if (answer.json().path("resources").asLong(0) > 0) {
                    return Optional.of(client.send(cell, call).passedOn());
                }
            }
        }
        return Optional.empty();
    }
}
