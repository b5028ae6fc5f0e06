package fairlead.server.region;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The audit trails of all cells as one, the newest records first.
///
/// The front asks each cell for a page behind the last of its records that was shown; each record comes with its
/// position. The newest records of all cells are the page. A cell that can't be reached is left out and named, as
/// in [MergedLists].
final class AuditTrails {

    private static final String TOKEN = "$skipToken";

    private final Cells cells;
    private final CellClient client;

    AuditTrails(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
    }

    /// A record of a cell, and its place there: the time in milliseconds, and a number.
    private record Shown(JsonNode record, String place) {

        long at() {
            return Long.parseLong(place.substring(0, place.indexOf('-')));
        }
    }

    /// What a cell has from a place on.
    ///
    /// @param more whether there is something behind these
    private record Trail(Cell cell, Deque<Shown> records, boolean more) {

        long newest() {
            return records.isEmpty() ? Long.MIN_VALUE : records.getFirst().at();
        }

        /// Whether the cell has to be asked again before anything older can be shown.
        boolean isUsedUp() {
            return more && records.isEmpty();
        }
    }

    Response page(Request request) {
        CellPositions marks = request.query(TOKEN).map(AuditTrails::marks).orElse(CellPositions.NOW);
        List<Trail> trails = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        Optional<ProblemException> trouble = Optional.empty();
        for (Cell cell : cells.all()) {
            try (CellResponse answer = client.send(cell, call(request, marks, cell))) {
                ObjectNode json = answer.json();
                if (!answer.succeeded()) {
                    return answer.with(json);
                }
                trails.add(trail(cell, json));
            } catch (ProblemException failure) {
                if (!(failure.problem() instanceof Problem.CellTrouble)) {
                    throw failure;
                }
                unreachable.addAll(cell.locations());
                trouble = Optional.of(failure);
            }
        }
        if (trails.isEmpty() && trouble.isPresent()) {
            throw trouble.get();
        }
        ObjectNode page = merged(request, marks, trails);
        if (!unreachable.isEmpty()) {
            unreachable.forEach(page.putArray("unreachable")::add);
        }
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(page));
    }

    private static CellRequest call(Request request, CellPositions marks, Cell cell) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(TOKEN, marks.of(cell).orElse(""));
        parameters.put("places", "true");
        return CellRequest.passing(request, new CellRequest.Body.None()).to(request.targetWith(parameters));
    }

    private static Trail trail(Cell cell, ObjectNode json) {
        Deque<Shown> records = new ArrayDeque<>();
        JsonNode places = json.path("places");
        for (JsonNode record : json.path("value")) {
            records.add(new Shown(record, places.path(records.size()).asString("0-0")));
        }
        return new Trail(cell, records, json.has("nextLink"));
    }

    /// The newest of all, as many as one cell would show.
    private ObjectNode merged(Request request, CellPositions before, List<Trail> trails) {
        int limit =
                trails.stream().mapToInt(trail -> trail.records().size()).max().orElse(0);
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode value = page.putArray("value");
        Map<String, Cell> tellers = new HashMap<>();
        CellPositions marks = before;
        long last = 0;
        while (value.size() < limit && trails.stream().noneMatch(Trail::isUsedUp)) {
            Trail newest =
                    trails.stream().max(Comparator.comparingLong(Trail::newest)).orElseThrow();
            if (newest.records().isEmpty()) {
                break;
            }
            Shown shown = newest.records().removeFirst();
            last = shown.at();
            marks = marks.with(newest.cell(), shown.place());
            Cell teller = tellers.computeIfAbsent(deed(shown.record()), _ -> newest.cell());
            if (teller.equals(newest.cell())) {
                value.add(shown.record());
            }
        }
        if (trails.stream().anyMatch(trail -> trail.more() || !trail.records().isEmpty())) {
            page.put("nextLink", request.urlWith(TOKEN, after(last, marks).toString()));
        }
        return page;
    }

    /// What was done in all cells, to a type or a subscription for example, is one deed; each of them has a record of
    /// it.
    private static String deed(JsonNode record) {
        return String.join(
                "\n",
                record.path("correlationID").asString(""),
                record.path("eventName").asString(""),
                record.path("awsRegion").asString(""),
                record.at("/resources/0/ARN").asString(""));
    }

    /// A cell of which nothing was shown yet goes on where the others do: what has come meanwhile is newer.
    private CellPositions after(long last, CellPositions marks) {
        CellPositions all = marks;
        for (Cell cell : cells.all()) {
            if (all.of(cell).isEmpty()) {
                all = all.with(cell, last + 1 + "-0");
            }
        }
        return all;
    }

    private static CellPositions marks(String token) {
        return CellPositions.read(token)
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_SKIP_TOKEN,
                        "The $skipToken is not one that this list has given; begin again without it.",
                        TOKEN)));
    }
}
