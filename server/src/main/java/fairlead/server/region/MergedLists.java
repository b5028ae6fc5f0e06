package fairlead.server.region;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.ScopeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A list from several cells: one cell after the other, with a mark that says where the next page begins.
///
/// A cell that can't be reached is left out, and named in `unreachable` beside `value`, as in "AIP-217:
/// Unreachable resources": an incomplete list that says so is better than none.
final class MergedLists {

    private static final int USUAL_PAGE = 100;
    private static final int MOST = 1000;
    private static final String TOKEN = "$skipToken";

    private final NameDirectory directory;
    private final CellClient client;

    MergedLists(NameDirectory directory, CellClient client) {
        this.directory = directory;
        this.client = client;
    }

    /// Where a page begins.
    ///
    /// @param cell the first of the cell's locations; empty for the first cell
    /// @param token the cell's own mark; empty for its first page
    private record Mark(String cell, String token) {

        static Mark of(Request request) {
            Optional<String> token = request.query(TOKEN);
            if (token.isEmpty()) {
                return new Mark("", "");
            }
            try {
                String text = new String(Base64.getUrlDecoder().decode(token.get()), StandardCharsets.UTF_8);
                int end = text.indexOf('\n');
                if (end > 0) {
                    return new Mark(text.substring(0, end), text.substring(end + 1));
                }
            } catch (IllegalArgumentException notOne) {
                // Answered below, like one of another kind.
            }
            throw invalid();
        }

        String write() {
            byte[] text = (cell + "\n" + token).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
        }

        static ProblemException invalid() {
            return new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_SKIP_TOKEN,
                    "The $skipToken is not one that this list has given; begin again without it.",
                    "$skipToken"));
        }
    }

    /// A page that is being put together.
    private static final class Page {

        private final Map<String, JsonNode> items = new LinkedHashMap<>();
        private final List<String> unreachable = new ArrayList<>();
        private Optional<Mark> next = Optional.empty();
        private Optional<ProblemException> trouble = Optional.empty();
        private Optional<Response> refusal = Optional.empty();
        private boolean any;

        void add(JsonNode item) {
            String id = item.path("id").asString("").toLowerCase(Locale.ROOT);
            items.putIfAbsent(id.isEmpty() ? "#" + items.size() : id, item);
        }
    }

    /// All subscriptions. Their home knows every one; while it can't be asked, the others tell of those that they have.
    Response subscriptions(Request request, Cells cells) {
        CellRequest call = CellRequest.passing(request, new CellRequest.Body.None());
        try {
            CellResponse answer = client.send(cells.home(), call);
            if (answer.status() < 502) {
                return answer.passedOn();
            }
            answer.close();
        } catch (ProblemException failure) {
            if (!(failure.problem() instanceof Problem.CellTrouble)) {
                throw failure;
            }
        }
        Page page = new Page();
        page.unreachable.addAll(cells.home().locations());
        for (Cell cell : cells.all().subList(1, cells.all().size())) {
            Optional<Response> whole = add(page, request, cell, "", Optional.of(MOST));
            if (whole.isPresent()) {
                return whole.get();
            }
        }
        page.next = Optional.empty();
        return write(page, request);
    }

    /// What any cell has, on one page. An empty list is an answer only if all cells were asked.
    Response everywhere(Request request, Cells cells) {
        Page page = new Page();
        for (Cell cell : cells.all()) {
            Optional<Response> whole = add(page, request, cell, "", Optional.empty());
            if (whole.isPresent()) {
                return whole.get();
            }
        }
        if (!page.any && page.trouble.isPresent()) {
            throw page.trouble.get();
        }
        return write(page, request);
    }

    /// The page that the request asks for, of what is in the scope.
    Response page(Request request, ScopeId scope) {
        return page(request, directory.spread(scope));
    }

    /// The page that the request asks for, of what is in these cells.
    Response page(Request request, List<Cell> cells) {
        Mark begin = Mark.of(request);
        int first = begin.cell().isEmpty() ? 0 : index(cells, begin.cell());
        int limit = request.query("$top").map(MergedLists::top).orElse(USUAL_PAGE);
        Page page = new Page();
        for (int i = first; i < cells.size() && page.next.isEmpty(); i++) {
            int left = limit - page.items.size();
            if (left <= 0) {
                page.next = Optional.of(new Mark(cells.get(i).locations().getFirst(), ""));
                break;
            }
            String token = i == first ? begin.token() : "";
            Optional<Response> whole =
                    add(page, request, cells.get(i), token, i == first ? Optional.empty() : Optional.of(left));
            if (whole.isPresent()) {
                return whole.get();
            }
        }
        return write(page, request);
    }

    /// Adds what a cell has. The answer itself, if it is no list, or a refusal that every cell would give.
    private Optional<Response> add(Page page, Request request, Cell cell, String token, Optional<Integer> limit) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(TOKEN, token);
        limit.ifPresent(most -> parameters.put("$top", Integer.toString(most)));
        CellRequest call =
                CellRequest.passing(request, new CellRequest.Body.None()).to(request.targetWith(parameters));
        try (CellResponse answer = client.send(cell, call)) {
            if (answer.status() >= 502) {
                page.unreachable.addAll(cell.locations());
                return Optional.empty();
            }
            ObjectNode json = answer.json();
            if (answer.status() == 404) {
                page.refusal = page.refusal.or(() -> Optional.of(answer.with(json)));
                return Optional.empty();
            }
            if (!answer.succeeded() || !json.path("value").isArray()) {
                return Optional.of(answer.with(json));
            }
            page.any = true;
            json.path("value").forEach(item -> {
                if (isOf(cell, item)) {
                    page.add(item);
                }
            });
            String next = json.path("nextLink").asString("");
            if (!next.isEmpty()) {
                page.next = Optional.of(new Mark(cell.locations().getFirst(), token(next)));
            }
        } catch (ProblemException failure) {
            if (!(failure.problem() instanceof Problem.CellTrouble)) {
                throw failure;
            }
            page.unreachable.addAll(cell.locations());
            page.trouble = Optional.of(failure);
        }
        return Optional.empty();
    }

    /// Other cells have copies of a group; only the one at its location speaks for it.
    private static boolean isOf(Cell cell, JsonNode item) {
        boolean group = item.path("type").asString("").equalsIgnoreCase("Microsoft.Resources/resourceGroups");
        return !group || cell.locations().contains(item.path("location").asString(""));
    }

    private static Response write(Page page, Request request) {
        if (!page.any && page.refusal.isPresent()) {
            return page.refusal.get();
        }
        if (!page.any && page.trouble.isPresent()) {
            throw page.trouble.get();
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.items.values().forEach(value::add);
        page.next.ifPresent(next -> json.put("nextLink", request.urlWith(TOKEN, next.write())));
        if (!page.unreachable.isEmpty()) {
            ArrayNode unreachable = json.putArray("unreachable");
            page.unreachable.forEach(unreachable::add);
        }
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(json));
    }

    /// The cell's own mark in its link to the next page.
    private static String token(String link) {
        for (String part : link.substring(link.indexOf('?') + 1).split("&", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            if (name.replace("%24", "$").equalsIgnoreCase(TOKEN)) {
                return part.substring(equals + 1);
            }
        }
        throw new IllegalStateException("a cell's link to its next page has no mark: " + link);
    }

    private static int index(List<Cell> cells, String location) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).locations().contains(location)) {
                return i;
            }
        }
        throw Mark.invalid();
    }

    private static int top(String text) {
        try {
            return Math.clamp(Integer.parseInt(text), 1, MOST);
        } catch (NumberFormatException notOne) {
            // The cell says what is wrong.
            return USUAL_PAGE;
        }
    }
}
