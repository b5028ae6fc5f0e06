package fairlead.server.simulation;

import fairlead.server.database.DatabaseException;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Leads a history to a few pairs of step and fault, which its seed decides: all pairs have their turn, whether chance
/// gets there or not. Beside it the other callers go on.
final class Guide {

    private static final List<Coverage.Cell> ALL = Coverage.cells();
    private static final int GOALS = 3;
    private static final int ATTEMPTS = 2;
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int PATIENCE = 200;

    private final Simulation world;
    private final Faults faults;
    private @Nullable Route route;
    private String name = "";
    private String subject = "";
    private boolean alone;
    private boolean underWay = true;
    private int turn;

    Guide(Simulation world, Faults faults) {
        this.world = world;
        this.faults = faults;
    }

    void run(long seed) {
        Callers callers = new Callers(world);
        for (int i = 0; i < GOALS; i++) {
            Coverage.Cell goal = ALL.get(Math.floorMod(seed * GOALS + i, ALL.size()));
            boolean reached = false;
            for (int attempt = 1; attempt <= ATTEMPTS && !reached; attempt++) {
                alone = attempt > 1 || world.chance(3) > 0;
                reached = reaches(goal, callers);
            }
            world.note("guide: " + goal + (reached ? " has struck" : " was not reached"));
        }
        underWay = false;
    }

    private boolean reaches(Coverage.Cell goal, Callers callers) {
        Route way = Route.to(goal);
        name = Callers.name(way.isOfShelf(), world.chance(12));
        ResourceId id = Callers.address(world.node(), name);
        callers.ask(Route.Wish.DELETE, name, 0);
        untilIdle(id);
        route = way;
        subject = id.toString();
        faults.guide(subject, way.leads());
        for (Route.Wish wish : way.wishes()) {
            callers.ask(wish, name, ++turn);
            untilIdle(id);
        }
        boolean reached = faults.ahead() == 0;
        faults.guide("", List.of());
        route = null;
        name = "";
        return reached;
    }

    private void untilIdle(ResourceId id) {
        for (int i = 0; i < PATIENCE; i++) {
            world.sleep(LOOK);
            try {
                Optional<Resource> found = world.node().resources.find(id);
                if (found.filter(Resource::busy).isEmpty()) {
                    return;
                }
            } catch (DatabaseException trouble) {
                world.note("guide: " + trouble.getMessage());
            }
        }
    }

    boolean isUnderWay() {
        return underWay;
    }

    /// Whether callers leave this resource to the guide.
    boolean isAlone(String other) {
        return alone && name.equals(other);
    }

    /// After how many calls a change of this resource is done, if it is on a way that depends on that.
    Optional<Integer> calls(String other) {
        Route present = route;
        return present == null || !other.equals(subject) ? Optional.empty() : present.calls();
    }

    /// Whether a read of this resource shows for long what was.
    boolean isLasting(String other) {
        Route present = route;
        return present != null && other.equals(subject) && present.lasting();
    }
}
