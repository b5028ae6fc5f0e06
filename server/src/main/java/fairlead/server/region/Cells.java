package fairlead.server.region;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Location;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All cells, in the order of their locations.
final class Cells {

    private final List<Cell> all;
    private final Map<String, Cell> byLocation = new LinkedHashMap<>();

    private Cells(List<Cell> all) {
        this.all = List.copyOf(all);
        all.forEach(cell -> cell.locations().forEach(location -> byLocation.put(location, cell)));
    }

    /// @param urls by location; locations with the same address are of one cell
    static Cells of(Map<String, URI> urls) {
        Map<URI, List<String>> locations = new LinkedHashMap<>();
        urls.forEach((location, url) ->
                locations.computeIfAbsent(url, _ -> new ArrayList<>()).add(Location.normal(location)));
        List<Cell> cells = new ArrayList<>();
        locations.forEach((url, names) -> cells.add(new Cell(names, url)));
        return new Cells(cells);
    }

    List<Cell> all() {
        return all;
    }

    /// The home of subscriptions: the cell of the first location.
    Cell home() {
        return all.getFirst();
    }

    /// The cell of a location that another cell has named; a problem if this front has none.
    Cell require(String location) {
        return of(location)
                .orElseThrow(() -> new ProblemException(new Problem.CellTrouble(
                        ProblemCode.LOCATION_UNAVAILABLE,
                        "The front has no cell for the location '" + location + "'.")));
    }

    /// The cell of a location, in any form.
    Optional<Cell> of(String location) {
        return Optional.ofNullable(byLocation.get(Location.normal(location)));
    }
}
