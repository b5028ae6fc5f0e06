package fairlead.server.region;

import fairlead.schema.text.Percent;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.PlacedName;
import fairlead.server.scope.ScopeId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Finds the location of names. The home of a scope knows it; while the home can't be reached, each cell knows
/// its own names.
final class NameDirectory {

    private static final int MOST_REMEMBERED = 100_000;

    private final Map<String, Cell> remembered = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Cell> eldest) {
            return size() > MOST_REMEMBERED;
        }
    });
    private final Cells cells;
    private final CellClient client;

    NameDirectory(Cells cells, CellClient client) {
        this.cells = cells;
        this.client = client;
    }

    /// @param remembered whether it is only what was found earlier: the name may be elsewhere by now
    record Found(Cell cell, boolean remembered) {}

    /// Where the name is; empty if it is nowhere. A problem if no cell that could know can be reached.
    Optional<Found> find(PlacedName name) {
        Cell known = remembered.get(name.key());
        return known == null ? look(name).map(cell -> new Found(cell, false)) : Optional.of(new Found(known, true));
    }

    /// As [#find(Placed)], by asking anew.
    Optional<Cell> look(PlacedName name) {
        forget(name);
        Optional<Cell> home = home(name.scope());
        if (home.isEmpty()) {
            return Optional.empty();
        }
        Optional<Cell> found;
        try {
            found = place(home.get(), name, "placed");
        } catch (ProblemException failure) {
            found = Optional.of(present(name, home.get(), failure));
        }
        found.ifPresent(cell -> remembered.put(name.key(), cell));
        return found;
    }

    /// The home of a scope; empty if there is no such group.
    Optional<Cell> home(ScopeId scope) {
        return scope.group().isEmpty()
                ? Optional.of(cells.home())
                : find(PlacedName.parse(scope.key())).map(Found::cell);
    }

    void forget(PlacedName name) {
        remembered.remove(name.key());
    }

    /// The cell that has it, though the home is away.
    private Cell present(PlacedName name, Cell home, ProblemException away) {
        for (Cell cell : others(home)) {
            try {
                Optional<Cell> present = place(cell, name, "present");
                if (present.isPresent()) {
                    return present.get();
                }
            } catch (ProblemException alsoAway) {
                away.addSuppressed(alsoAway);
            }
        }
        throw away;
    }

    private Optional<Cell> place(Cell asked, PlacedName name, String how) {
        ObjectNode json = client.ask(asked, "GET", "/fairlead/cell/places?id=" + encoded(name.key()), Optional.empty());
        String location = json.path(how).asString("");
        if (location.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(cells.require(location));
    }

    /// All cells but one.
    List<Cell> others(Cell cell) {
        return cells.all().stream().filter(other -> !other.equals(cell)).toList();
    }

    /// The cells that have something of the scope, its home first. If the home can't say, all of them.
    List<Cell> spread(ScopeId scope) {
        Optional<Cell> home = home(scope);
        if (home.isEmpty()) {
            return List.of(cells.home());
        }
        try {
            List<Cell> spread = new ArrayList<>(List.of(home.get()));
            ObjectNode json = client.ask(
                    home.get(), "GET", "/fairlead/cell/spreads?id=" + encoded(scope.key()), Optional.empty());
            json.path("locations")
                    .forEach(location -> cells.of(location.asString())
                            .filter(cell -> !spread.contains(cell))
                            .ifPresent(spread::add));
            return spread;
        } catch (ProblemException away) {
            return cells.all();
        }
    }

    static String encoded(String text) {
        return Percent.encode(text);
    }
}
