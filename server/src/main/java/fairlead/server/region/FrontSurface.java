package fairlead.server.region;

import fairlead.server.access.Asked;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.ScopeId;
import fairlead.server.type.Registrations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// All addresses of the front: each request goes to the cell, or the cells, that it concerns.
final class FrontSurface implements Surface {

    private final Cells cells;
    private final CellClient client;
    private final NameDirectory directory;
    private final NamePlacement placing;
    private final CrossCellMoves moves;
    private final MergedLists lists;
    private final MergedTemplates templates;
    private final ChangeBroadcast spreading;
    private final GroupDeletions deletions;
    private final AwsRouting aws;
    private final MergedWatches watches;
    private final AuditTrails audit;

    FrontSurface(Cells cells, CellClient client, GroupDeletions deletions) {
        this.cells = cells;
        this.client = client;
        this.deletions = deletions;
        directory = new NameDirectory(cells, client);
        placing = new NamePlacement(cells, directory, client);
        moves = new CrossCellMoves(directory, placing, client);
        lists = new MergedLists(directory, client);
        templates = new MergedTemplates(directory, client);
        spreading = new ChangeBroadcast(cells, directory, client);
        aws = new AwsRouting(cells, placing, client);
        watches = new MergedWatches(cells, client);
        audit = new AuditTrails(cells, client);
    }

    /// Lets all go who watch, since the front is about to stop.
    void endWatching() {
        watches.end();
    }

    @Override
    public boolean serves(Request request) {
        return true;
    }

    /// The cell says what it takes.
    @Override
    public boolean takesEmptyPreconditions(Request request) {
        return true;
    }

    /// The cell says what is asked for, and decides.
    @Override
    public Asked asks(Request request) {
        return Asked.KNOWN;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return AwsRouting.isMeant(request)
                ? AwsRouting.refusal(request, problem)
                : ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        request.readsAnyQueryOption();
        if (AwsRouting.isMeant(request)) {
            return aws.answer(request);
        }
        if (client.signsIn() && Route.isOfAccess(request.segmentsOfId())) {
            return anywhere(call(request));
        }
        return switch (Route.of(request.method(), request.segmentsOfId())) {
            case Route.Anywhere() -> anywhere(call(request));
            case Route.Everywhere() -> spreading.everywhere(request, archive(request));
            case Route.InLocation(var location) -> inLocation(request, location);
            case Route.Named(var name, var exact) -> named(call(request), name, exact);
            case Route.Moved(var group) -> moves.move(group, call(request));
            case Route.Exported(var group) -> templates.export(group, call(request));
            case Route.AtHome(var scope) ->
                client.send(home(scope), flowing(request)).passedOn();
            case Route.Throughout(var scope) -> spreading.throughout(scope, call(request));
            case Route.Listed(var scope) -> lists.page(request, scope);
            case Route.NameCheck(var scope) -> nameCheck(scope, call(request));
            case Route.SomeOperation(var location) -> someOperation(location, call(request));
            case Route.Subscriptions() -> lists.subscriptions(request, cells);
            case Route.Imported() -> imported(call(request));
            case Route.Watched() -> watches.answer(request);
            case Route.Audited() -> ofAll(request, audit::page);
            case Route.Identified() -> ofAll(request, asked -> lists.everywhere(asked, cells));
            case Route.Graphed() -> ofAll(request, this::graph);
            case Route.Approvals() -> lists.page(request, cells.all());
            case Route.Nowhere() -> throw nothing(request);
        };
    }

    // -- what goes on -------------------------------------------------------------------------------------------------

    /// With the whole body, so that another cell can be asked after the first.
    private static CellRequest call(Request request) {
        boolean reading = request.method().equals("GET") || request.method().equals("HEAD");
        return CellRequest.passing(request, reading ? new CellRequest.Body.None() : bytes(request.body()));
    }

    private static CellRequest archive(Request request) {
        return CellRequest.passing(request, bytes(request.body(Registrations.LARGEST_ARCHIVE)));
    }

    static CellRequest.Body bytes(byte[] body) {
        return body.length == 0 ? new CellRequest.Body.None() : new CellRequest.Body.Bytes(body);
    }

    /// With the body as it comes, for the cell to hold it against its checksums; one with trailers, which don't go on,
    /// as a whole.
    static CellRequest flowing(Request request) {
        if (request.hasTrailers()) {
            return call(request);
        }
        boolean reading = request.method().equals("GET") || request.method().equals("HEAD");
        return CellRequest.passing(
                request,
                reading ? new CellRequest.Body.None() : new CellRequest.Body.Flow(request.flow(), request.length()));
    }

    // -- one cell -----------------------------------------------------------------------------------------------------

    /// The first that can be asked; of what is no question, only the very first.
    private Response anywhere(CellRequest call) {
        boolean question = call.method().equals("GET") || call.method().equals("HEAD");
        Optional<ProblemException> trouble = Optional.empty();
        for (Cell cell : question ? cells.all() : List.of(cells.home())) {
            try {
                return client.send(cell, call).passedOn();
            } catch (ProblemException failure) {
                requireTrouble(failure);
                trouble = trouble.or(() -> Optional.of(failure));
            }
        }
        throw trouble.orElseThrow();
    }

    private Response inLocation(Request request, String location) {
        Optional<Cell> cell = cells.of(location);
        return client.send(cell.orElse(cells.home()), flowing(request)).passedOn();
    }

    /// A question to all cells; the home refuses what is none.
    private Response ofAll(Request request, Function<Request, Response> question) {
        return request.method().equals("GET") && request.segments().size() == 2
                ? question.apply(request)
                : client.send(cells.home(), call(request)).passedOn();
    }

    /// What a resource refers to is looked for in its own cell.
    private Response graph(Request request) {
        String subscription = request.query("subscription").orElse("").toLowerCase(Locale.ROOT);
        return subscription.isEmpty()
                ? client.send(cells.home(), call(request)).passedOn()
                : lists.page(
                        request,
                        new ScopeId(subscription, request.query("group").orElse("")));
    }

    /// The cell of the location that the body names. It has to know the group first.
    private Response imported(CellRequest call) {
        Optional<String> location = NamePlacement.location(call.body());
        Optional<Cell> wished = location.flatMap(cells::of);
        if (wished.isEmpty()) {
            return client.send(cells.home(), call).passedOn();
        }
        Optional<ScopeId> group = NamePlacement.group(call.body())
                .filter(scope -> directory.home(scope).isPresent());
        Optional<Response> refusal = placing.refusal(cells.home(), call);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (group.isPresent() && !directory.spread(group.get()).contains(wished.get())) {
            placing.spread(group.get(), location.orElseThrow());
        }
        return client.send(wished.get(), call).passedOn();
    }

    private Cell home(ScopeId scope) {
        return directory.home(scope).orElse(cells.home());
    }

    private Response named(CellRequest call, PlacedName name, boolean exact) {
        if (exact && call.method().equals("PUT")) {
            return placing.put(name, call);
        }
        boolean groupDeletion = exact && name.isGroup() && call.method().equals("DELETE");
        if (groupDeletion && sees(call, ScopeId.parse(name.key()))) {
            deletions.require(ScopeId.parse(name.key()), directory);
        }
        Optional<NameDirectory.Found> found = directory.find(name);
        Response response = found.isEmpty() ? absent(call, name) : present(call, name, found.get());
        if (groupDeletion) {
            deletions.look();
        }
        return response;
    }

    /// Whether the caller is one who may know what a group is like; to others its home says what they may.
    private boolean sees(CellRequest call, ScopeId group) {
        if (!client.signsIn()) {
            return true;
        }
        try (CellResponse answer = client.send(home(group), call.question(group.key() + "?api-version=2022-12-01"))) {
            return answer.succeeded();
        }
    }

    private Response present(CellRequest call, PlacedName name, NameDirectory.Found found) {
        CellResponse answer = client.send(found.cell(), call);
        if (found.remembered() && isDoubtful(call, answer)) {
            Cell now = directory.look(name).orElseGet(() -> home(name.scope()));
            if (!now.equals(found.cell())) {
                answer.close();
                return client.send(now, call).passedOn();
            }
        }
        return answer.passedOn();
    }

    /// It says that nothing is there: what was remembered may no longer be so.
    private static boolean isDoubtful(CellRequest call, CellResponse answer) {
        boolean nothingToDelete = answer.status() == 204 && call.method().equals("DELETE");
        return answer.status() == 404 || answer.status() == NamePlacement.MISDIRECTED || nothingToDelete;
    }

    /// The home says what is missing. Only what a PUT would make can be asked of the cell that would make it,
    /// which then has to know the group.
    private Response absent(CellRequest call, PlacedName name) {
        Optional<Cell> home = directory.home(name.scope());
        Optional<String> location = NamePlacement.location(call.body());
        Optional<Cell> wished = location.flatMap(cells::of);
        boolean whatIf = call.path().toLowerCase(Locale.ROOT).endsWith("/whatif");
        if (!whatIf || wished.isEmpty()) {
            return client.send(home.orElse(cells.home()), call).passedOn();
        }
        Optional<Response> refusal = placing.refusal(home.orElse(cells.home()), call);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        ScopeId known =
                home.isPresent() ? name.scope() : new ScopeId(name.scope().subscription(), "");
        if (!directory.spread(known).contains(wished.get())) {
            placing.spread(known, location.orElseThrow());
        }
        return client.send(wished.get(), call).passedOn();
    }

    // -- several cells, one answer ------------------------------------------------------------------------------------

    /// Taken is a name that is taken in any cell.
    private Response nameCheck(ScopeId scope, CellRequest call) {
        List<Cell> asked = directory.spread(scope);
        for (Cell cell : asked.subList(0, asked.size() - 1)) {
            CellResponse answer = client.send(cell, call);
            ObjectNode json = answer.json();
            if (!answer.succeeded() || !json.path("nameAvailable").asBoolean(false)) {
                return answer.with(json);
            }
        }
        return client.send(asked.getLast(), call).passedOn();
    }

    /// The cell of the location that its address names is asked first. A cell that can't be asked matters only if
    /// no other knows the operation.
    private Response someOperation(String location, CellRequest call) {
        List<Cell> asked = new ArrayList<>(cells.all());
        cells.of(location).ifPresent(first -> {
            asked.remove(first);
            asked.addFirst(first);
        });
        Optional<ProblemException> trouble = Optional.empty();
        Optional<Response> unknown = Optional.empty();
        for (Cell cell : asked) {
            try {
                CellResponse answer = client.send(cell, call);
                if (answer.status() != 404) {
                    return answer.passedOn();
                }
                Response response = answer.read();
                unknown = unknown.or(() -> Optional.of(response));
            } catch (ProblemException failure) {
                requireTrouble(failure);
                trouble = trouble.or(() -> Optional.of(failure));
            }
        }
        if (trouble.isPresent()) {
            throw trouble.get();
        }
        return unknown.orElseThrow();
    }

    private static void requireTrouble(ProblemException failure) {
        if (!(failure.problem() instanceof Problem.CellTrouble)) {
            throw failure;
        }
    }

    private static ProblemException nothing(Request request) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
    }
}
