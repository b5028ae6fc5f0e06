package fairlead.server.simulation;

import fairlead.server.operation.OperationKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// How often each fault has struck each step of each kind of operation.
final class Coverage {

    private static final List<String> CALLS_OF_CREATE = List.of("CALL", "RECOVER", "UPDATE_RECOVERED", "VERIFY");
    private static final List<String> CALLS_OF_UPDATE = List.of(
            "CALL",
            "RECOVER",
            "REMAKE",
            "VERIFY",
            "MAKE_NEW",
            "SHOW_NEW",
            "DELETE_OLD",
            "MISS_OLD",
            "UNDO_NEW",
            "RESTORE_OLD");
    private static final List<String> CALLS_OF_DELETE = List.of("CALL", "RECOVER", "VERIFY");

    /// The steps in which handlers are called, in each kind of operation.
    private static final Map<OperationKind, List<String>> STEPS = new EnumMap<>(Map.of(
            OperationKind.CREATE,
            CALLS_OF_CREATE,
            OperationKind.UPDATE,
            CALLS_OF_UPDATE,
            OperationKind.DELETE,
            CALLS_OF_DELETE,
            OperationKind.ACTION,
            List.of("CALL", "RECOVER"),
            OperationKind.IMPORT,
            List.of("CALL"),
            OperationKind.DELETE_GROUP,
            List.of("CALL")));

    /// One place and what strikes there.
    record Cell(Place place, Fault fault) {
        @Override
        public String toString() {
            return place + " x " + fault;
        }
    }

    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<Fault, Long> byFault = new EnumMap<>(Fault.class);
    /// Happens when what a recovery has found is gone before it is updated; no [Route] leads there yet.
    private static final Set<String> WITHOUT_WAY = Set.of("CREATE REMAKE");

    private final Set<String> entered = new TreeSet<>();

    /// A step of an operation is taken.
    synchronized void entered(Place place) {
        entered.add(place.toString());
    }

    /// The steps that have been taken, are not among [#places], and are not known to lack a way there.
    synchronized Set<String> unexpected() {
        Set<String> others = new TreeSet<>(entered);
        others.removeAll(WITHOUT_WAY);
        places().forEach(place -> others.remove(place.toString()));
        return others;
    }

    /// What has struck though [#unreachable] says that it can't.
    synchronized Set<String> unbelievable() {
        Set<String> struck = new TreeSet<>(counts.keySet());
        struck.removeIf(cell -> cell.startsWith("-"));
        cells().forEach(cell -> struck.remove(cell.toString()));
        return struck;
    }

    synchronized void count(Cell cell) {
        add(cell, 1);
    }

    /// What an earlier run has counted.
    synchronized void add(Cell cell, long many) {
        if (many > 0) {
            byFault.merge(cell.fault(), many, Long::sum);
            counts.merge(cell.toString(), many, Long::sum);
        }
    }

    synchronized long count(Place place, Fault fault) {
        return counts.getOrDefault(new Cell(place, fault).toString(), 0L);
    }

    synchronized long countOf(Fault fault) {
        return byFault.getOrDefault(fault, 0L);
    }

    /// All places in operations.
    static List<Place> places() {
        List<Place> places = new ArrayList<>();
        STEPS.forEach((kind, steps) -> steps.forEach(step -> places.add(new Place(Optional.of(kind), step))));
        return places;
    }

    /// All cells that can be reached.
    static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Place place : places()) {
            for (Fault fault : Fault.values()) {
                if (unreachable(place, fault).isEmpty()) {
                    cells.add(new Cell(place, fault));
                }
            }
        }
        return cells;
    }

    /// Why a fault can't strike there; empty if it can.
    static Optional<String> unreachable(Place place, Fault fault) {
        OperationKind kind = place.kind().orElseThrow();
        boolean calls = changes(kind, place.step());
        boolean reads = reads(kind, place.step());
        return switch (fault.point()) {
            case REQUEST -> Optional.of("a request is no step of an operation");
            case CALL -> calls ? Optional.empty() : Optional.of("the step changes nothing outside");
            case READ -> reads ? Optional.empty() : Optional.of("the step reads nothing outside");
            case WRITE, PAUSE -> Optional.empty();
        };
    }

    private static boolean changes(OperationKind kind, String step) {
        return switch (kind) {
            case IMPORT, DELETE_GROUP, MOVE, REGISTER_TYPE, TEST_TYPE, STACK -> false;
            case CREATE, UPDATE, DELETE, ACTION ->
                switch (step) {
                    case "VERIFY", "SHOW_NEW", "MISS_OLD" -> false;
                    default -> true;
                };
        };
    }

    private static boolean reads(OperationKind kind, String step) {
        return switch (kind) {
            case DELETE_GROUP, MOVE, REGISTER_TYPE, TEST_TYPE, STACK -> false;
            case IMPORT -> true;
            case ACTION -> step.equals("CALL");
            case CREATE, UPDATE, DELETE ->
                switch (step) {
                    // What a call has done is looked at in the same step.
                    case "CALL",
                            "VERIFY",
                            "SHOW_NEW",
                            "MISS_OLD",
                            "UPDATE_RECOVERED",
                            "REMAKE",
                            "MAKE_NEW",
                            "DELETE_OLD" -> true;
                    // A delete looks for what a create in doubt has named wrongly.
                    case "RECOVER" -> kind == OperationKind.DELETE;
                    default -> false;
                };
        };
    }
}
