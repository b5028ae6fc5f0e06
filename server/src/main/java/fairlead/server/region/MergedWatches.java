package fairlead.server.region;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The events of all cells as one history: those of each cell in their order, those of several cells as they
/// arrive.
///
/// The front asks the cells again and again, and keeps nothing: the token that its callers get has a position for
/// each cell. A cell that can't be reached does not hold the others up; its events follow when it is back.
final class MergedWatches {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LONGEST_WAIT = 50;
    private static final int USUAL = 100;
    private static final int MOST = 1000;
    private static final int MOST_AT_ONCE = 1000;

    private final Cells cells;
    private final CellClient client;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final CountDownLatch over = new CountDownLatch(1);

    MergedWatches(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
    }

    /// What the cells had to tell.
    ///
    /// @param marks from where to go on
    /// @param unreachable the locations that could not be asked
    record MergedEvents(List<ObjectNode> events, CellPositions marks, List<String> unreachable) {}

    Response answer(Request request) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        CellPositions from = request.header("Last-Event-ID")
                .filter(id -> !id.isEmpty())
                .or(() -> request.query("from"))
                .map(token -> token.equals("oldest") ? CellPositions.oldest(cells) : CellPositions.parse(token))
                .orElse(CellPositions.NOW);
        int wait = number(request, "wait", 0, LONGEST_WAIT);
        int most = number(request, "$top", USUAL, MOST);
        boolean stream = request.header("Accept")
                .filter(accept -> accept.toLowerCase(Locale.ROOT).contains("text/event-stream"))
                .isPresent();
        if (!places.tryAcquire()) {
            throw new ProblemException(new Problem.TooManyRequests("watchers", Duration.ofSeconds(10)));
        }
        boolean open = false;
        try {
            MergedEvents first = round(request, from, most);
            open = stream;
            return stream
                    ? Response.events(new MergedStream(this, request, first, places::release))
                    : page(waited(request, first, Duration.ofSeconds(wait), most));
        } finally {
            if (!open) {
                places.release();
            }
        }
    }

    private static int number(Request request, String name, int usual, int most) {
        String text = request.query(name).orElse(Integer.toString(usual));
        if (text.matches("\\d{1,9}") && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + text + "'; expected a number up to " + most + ".",
                name));
    }

    private MergedEvents waited(Request request, MergedEvents first, Duration wait, int most) {
        long deadline = System.nanoTime() + wait.toNanos();
        MergedEvents round = first;
        while (round.events().isEmpty() && System.nanoTime() < deadline && pause()) {
            round = round(request, round.marks(), most);
        }
        return round;
    }

    /// Waits until it is time to ask again; false if the front stops.
    boolean pause() {
        try {
            return !over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Asks every cell once. Where more happens than is asked for, each has its share: a busy one does not silence the
    /// others.
    MergedEvents round(Request request, CellPositions from, int most) {
        List<ObjectNode> events = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        Optional<ProblemException> trouble = Optional.empty();
        CellPositions marks = from;
        int unasked = cells.all().size();
        for (Cell cell : cells.all()) {
            int left = most - events.size();
            if (left == 0) {
                break;
            }
            try {
                marks = ask(request, cell, marks, Math.ceilDiv(left, unasked--), events);
            } catch (ProblemException failure) {
                if (!(failure.problem() instanceof Problem.CellTrouble)) {
                    throw failure;
                }
                trouble = Optional.of(failure);
                unreachable.addAll(cell.locations());
            }
        }
        if (unreachable.size()
                == cells.all().stream()
                        .mapToInt(cell -> cell.locations().size())
                        .sum()) {
            throw trouble.orElseThrow();
        }
        return new MergedEvents(events, marks, unreachable);
    }

    private CellPositions ask(Request request, Cell cell, CellPositions from, int most, List<ObjectNode> events) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("from", from.of(cell).orElse(""));
        parameters.put("wait", "0");
        parameters.put("$top", Integer.toString(most));
        try (CellResponse answer = client.send(cell, question(request, request.targetWith(parameters)))) {
            ObjectNode json = answer.json();
            if (!answer.succeeded()) {
                throw new ProblemException(refusal(cell, from, answer.status(), json));
            }
            CellPositions marks = from;
            for (JsonNode told : json.path("events")) {
                ObjectNode event = (ObjectNode) told;
                marks = marks.with(cell, event.path("id").asString(""));
                events.add(event.put("id", marks.toString()));
            }
            return marks.with(cell, json.path("next").asString(""));
        }
    }

    /// Callers see what they may read.
    private static CellRequest question(Request request, String target) {
        return CellRequest.passing(request, new CellRequest.Body.None()).question(target);
    }

    private static Problem refusal(Cell cell, CellPositions from, int status, ObjectNode json) {
        String message = json.at("/error/message").asString("The cell of " + cell.name() + " has failed.");
        if (status == 410) {
            String oldest = json.at("/error/details/0/target").asString("");
            return new Problem.HistoryGone(message, from.with(cell, oldest).toString());
        }
        Code code = Code.parse(json.at("/error/code").asString(ProblemCode.INTERNAL_SERVER_ERROR.text()));
        return status >= 502
                ? new Problem.CellTrouble(status, code, message)
                : new Problem.OfCell(status, code, message);
    }

    private static Response page(MergedEvents round) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode events = json.putArray("events");
        round.events().forEach(events::add);
        json.put("next", round.marks().toString());
        if (!round.unreachable().isEmpty()) {
            ArrayNode unreachable = json.putArray("unreachable");
            round.unreachable().forEach(unreachable::add);
        }
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(json)).with("Cache-Control", "no-store");
    }

    /// Lets all go who watch.
    void end() {
        over.countDown();
    }
}
