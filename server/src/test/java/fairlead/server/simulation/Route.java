package fairlead.server.simulation;

import static fairlead.server.operation.OperationKind.CREATE;
import static fairlead.server.operation.OperationKind.DELETE;
import static fairlead.server.operation.OperationKind.UPDATE;

import fairlead.server.operation.OperationKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How a history gets to a step that chance seldom reaches: what is asked for, one after the other, of a resource that
/// is not there yet, and what has to go wrong on the way.
///
/// @param wishes the last of them takes the step
/// @param leads what goes wrong before, in this order
/// @param calls after how many calls a change is done, if that matters
/// @param lasting whether a read shows for long what was
record Route(List<Wish> wishes, List<Coverage.Cell> leads, Optional<Integer> calls, boolean lasting) {

    /// What is asked for.
    enum Wish {
        PUT,
        PUT_SHELF,
        MAKE_BEFORE_DELETE,
        DELETE_BEFORE_MAKE,
        PAINT,
        DELETE,
        DELETE_GROUP,
        IMPORT
    }

    /// Whether it is about a type that callers name.
    boolean isOfShelf() {
        return wishes.contains(Wish.PUT_SHELF);
    }

    private static Route asking(Wish... wishes) {
        return new Route(List.of(wishes), List.of(), Optional.empty(), false);
    }

    private Route after(Fault fault, OperationKind kind, String step) {
        Coverage.Cell lead = new Coverage.Cell(new Place(Optional.of(kind), step), fault);
        return new Route(wishes, Stream.concat(leads.stream(), Stream.of(lead)).toList(), calls, lasting);
    }

    private Route inCalls(int many) {
        return new Route(wishes, leads, Optional.of(many), lasting);
    }

    private Route staleForLong() {
        return new Route(wishes, leads, calls, true);
    }

    /// The way to a step, at the end of which this strikes there.
    static Route to(Coverage.Cell goal) {
        OperationKind kind = goal.place().kind().orElseThrow();
        boolean reads = goal.fault().point() == Fault.Point.READ;
        Route route = switch (kind) {
            case CREATE -> toCreate(goal.place().step());
            case UPDATE -> toUpdate(goal.place().step());
            case DELETE -> toDelete(goal.place().step(), reads);
            case ACTION -> toAction(goal.place().step());
            case DELETE_GROUP -> asking(Wish.PUT, Wish.DELETE_GROUP);
            case IMPORT -> toImport(reads);
            case MOVE, REGISTER_TYPE, TEST_TYPE, STACK -> throw new IllegalArgumentException("no way to " + goal);
        };
        return route.after(goal.fault(), kind, goal.place().step());
    }

    private static Route toCreate(String step) {
        return switch (step) {
            case "RECOVER" ->
                asking(Wish.PUT, Wish.PUT).after(Fault.DEFECT, CREATE, "CALL").inCalls(1);
            case "UPDATE_RECOVERED" -> asking(Wish.PUT, Wish.PUT).after(Fault.DEFECT, CREATE, "CALL");
            case "VERIFY" -> asking(Wish.PUT).after(Fault.STALE_READ, CREATE, "CALL");
            default -> asking(Wish.PUT);
        };
    }

    private static Route toUpdate(String step) {
        return switch (step) {
            case "RECOVER" ->
                asking(Wish.PUT_SHELF, Wish.PUT_SHELF)
                        .after(Fault.DEFECT, CREATE, "CALL")
                        .inCalls(1);
            case "REMAKE" ->
                asking(Wish.PUT, Wish.DELETE, Wish.PUT)
                        .after(Fault.HOST_FAILURE, DELETE, "CALL")
                        .inCalls(0);
            case "VERIFY" -> asking(Wish.PUT, Wish.PUT).after(Fault.STALE_READ, UPDATE, "CALL");
            case "SHOW_NEW" -> asking(Wish.PUT, Wish.MAKE_BEFORE_DELETE).after(Fault.STALE_READ, UPDATE, "MAKE_NEW");
            case "MISS_OLD" -> asking(Wish.PUT, Wish.MAKE_BEFORE_DELETE).after(Fault.STALE_READ, UPDATE, "DELETE_OLD");
            case "UNDO_NEW" ->
                asking(Wish.PUT, Wish.MAKE_BEFORE_DELETE)
                        .after(Fault.STALE_READ, UPDATE, "MAKE_NEW")
                        .staleForLong();
            case "RESTORE_OLD" -> asking(Wish.PUT, Wish.DELETE_BEFORE_MAKE).after(Fault.REFUSAL, UPDATE, "MAKE_NEW");
            case "MAKE_NEW", "DELETE_OLD" -> asking(Wish.PUT, Wish.MAKE_BEFORE_DELETE);
            default -> asking(Wish.PUT, Wish.PUT);
        };
    }

    private static Route toDelete(String step, boolean reads) {
        return switch (step) {
            case "RECOVER" -> {
                Route recovery = asking(Wish.PUT, Wish.DELETE)
                        .after(Fault.DEFECT, CREATE, "CALL")
                        .inCalls(1);
                // What is named wrongly is looked for.
                yield reads ? recovery.after(Fault.BREACH, DELETE, "RECOVER") : recovery;
            }
            case "VERIFY" -> asking(Wish.PUT, Wish.DELETE).after(Fault.STALE_READ, DELETE, "CALL");
            default -> asking(Wish.PUT, Wish.DELETE);
        };
    }

    private static Route toAction(String step) {
        return step.equals("RECOVER")
                ? asking(Wish.PUT, Wish.PAINT)
                        .after(Fault.DEFECT, CREATE, "CALL")
                        .inCalls(1)
                : asking(Wish.PUT, Wish.PAINT);
    }

    /// An import reads what no record has, such as what a create in doubt has made.
    private static Route toImport(boolean reads) {
        Route route = asking(Wish.PUT, Wish.IMPORT);
        return reads ? route.after(Fault.DEFECT, CREATE, "CALL").inCalls(0) : route;
    }
}
