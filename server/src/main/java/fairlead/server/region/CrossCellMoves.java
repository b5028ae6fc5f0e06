package fairlead.server.region;

import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.ScopeId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Moves of resources to another group. The resources stay in their location: its cell moves them, once their new
/// names have a place there.
final class CrossCellMoves {

    private final NameDirectory directory;
    private final NamePlacement placing;
    private final CellClient client;

    CrossCellMoves(NameDirectory directory, NamePlacement placing, CellClient client) {
        this.directory = directory;
        this.placing = placing;
        this.client = client;
    }

    /// @param resources what moves
    /// @param target the group that it moves to
    private record Move(List<PlacedName> resources, ScopeId target) {}

    /// The answer of the cell that has all the resources; a problem if they are in several.
    ///
    /// @param group the group that they are in
    Response move(ScopeId group, CellRequest call) {
        Optional<Move> move = read(call.body());
        Cell home = directory
                .home(group)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_GROUP_NOT_FOUND,
                        "Resource group '" + group.group() + "' could not be found.")));
        List<Cell> there = move.map(this::cells).orElse(List.of());
        if (there.size() > 1) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.RESOURCES_IN_SEVERAL_LOCATIONS,
                    "The resources are in '" + there.getFirst().name() + "' and '"
                            + there.get(1).name() + "'; those of each location have to be moved by themselves."));
        }
        Cell cell = there.isEmpty() ? home : there.getFirst();
        boolean known = move.isPresent() && directory.home(move.get().target()).isPresent();
        if (known && !there.isEmpty()) {
            Optional<Response> refusal = placing.refusal(cell, call);
            if (refusal.isPresent()) {
                return refusal.get();
            }
            move.get().resources().forEach(resource -> prepare(resource, move.get(), cell));
        }
        return client.send(cell, call).passedOn();
    }

    private List<Cell> cells(Move move) {
        return move.resources().stream()
                .flatMap(resource -> directory.find(resource).stream())
                .map(NameDirectory.Found::cell)
                .distinct()
                .toList();
    }

    private void prepare(PlacedName resource, Move move, Cell cell) {
        String id = move.target().key()
                + resource.key().substring(resource.scope().key().length());
        if (!placing.reserve(PlacedName.parse(id), cell)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_ALREADY_EXISTS, "The name '" + id + "' is in use in another location."));
        }
    }

    /// What the body says; the cell tells what is wrong with one that can't be read.
    private static Optional<Move> read(CellRequest.Body body) {
        if (!(body instanceof CellRequest.Body.Bytes(var bytes))) {
            return Optional.empty();
        }
        try {
            JsonNode json = JsonMapper.shared().readTree(new String(bytes, StandardCharsets.UTF_8));
            List<PlacedName> resources = new ArrayList<>();
            json.path("resources")
                    .forEach(id -> PlacedName.find(id.asString("")).ifPresent(resources::add));
            ScopeId target = ScopeId.parse(json.path("targetResourceGroup").asString(""));
            return target.group().isEmpty() || resources.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Move(resources, target));
        } catch (JacksonException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
