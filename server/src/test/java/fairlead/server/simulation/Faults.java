package fairlead.server.simulation;

import fairlead.server.operation.OperationKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What is to go wrong in one history, each thing once. Two thirds of it wait for a certain step of an operation; the
/// others strike anywhere. What a [Guide] asks for strikes its resource alone, one thing after the other.
final class Faults {

    private static final List<Place> PLACES = Coverage.places();
    private static final int PATIENCE = 150;

    private final List<Planned> planned = new ArrayList<>();
    private final Deque<Coverage.Cell> guided = new ArrayDeque<>();
    private final Coverage coverage;
    private String subject = "";
    private int struck;

    private static final class Planned {
        private final Fault fault;
        private @Nullable Place wanted;
        private int passed;

        Planned(Fault fault, @Nullable Place wanted, int passed) {
            this.fault = fault;
            this.wanted = wanted;
            this.passed = passed;
        }
    }

    /// @param many how many
    Faults(int many, RandomGenerator chance, Coverage coverage) {
        this.coverage = coverage;
        Fault[] all = Fault.values();
        for (int i = 0; i < many; i++) {
            Fault fault = all[chance.nextInt(all.length)];
            Place place = PLACES.get(chance.nextInt(PLACES.size()));
            boolean waits = chance.nextInt(3) > 0
                    && fault.point() != Fault.Point.REQUEST
                    && Coverage.unreachable(place, fault).isEmpty();
            planned.add(new Planned(fault, waits ? place : null, waits ? PATIENCE : passes(fault, chance)));
        }
    }

    private static int passes(Fault fault, RandomGenerator chance) {
        return chance.nextInt(
                switch (fault.point()) {
                    case CALL, READ, REQUEST -> 40;
                    case WRITE -> 200;
                    case PAUSE -> 1000;
                });
    }

    /// From now on these strike what is done to this resource, in this order and each in its place.
    void guide(String resource, List<Coverage.Cell> leads) {
        subject = resource;
        guided.clear();
        guided.addAll(leads);
    }

    /// How many of those have not struck.
    int ahead() {
        return guided.size();
    }

    private boolean isGuided(Fault.Point point, Place place, String whose) {
        Coverage.Cell next = guided.peek();
        boolean ours = whose.equals(subject)
                || place.kind().filter(OperationKind::isOnGroup).isPresent();
        return next != null && next.fault().point() == point && next.place().equals(place) && ours;
    }

    private Optional<Fault> counted(Coverage.Cell cell) {
        struck++;
        coverage.count(cell);
        return Optional.of(cell.fault());
    }

    /// What strikes here, if anything.
    ///
    /// @param whose the resource that the step changes
    Optional<Fault> strike(Fault.Point point, Place place, String whose) {
        if (isGuided(point, place, whose)) {
            return counted(guided.remove());
        }
        for (Iterator<Planned> all = planned.iterator(); all.hasNext(); ) {
            Planned next = all.next();
            if (next.fault.point() == point && isDue(next, place)) {
                all.remove();
                return counted(new Coverage.Cell(place, next.fault));
            }
        }
        return Optional.empty();
    }

    private static boolean isDue(Planned next, Place place) {
        Place wanted = next.wanted;
        if (next.fault == Fault.CANCEL && place.kind().isEmpty()) {
            return false;
        }
        if (wanted == null) {
            return next.passed-- <= 0;
        }
        if (wanted.equals(place)) {
            return true;
        }
        if (next.passed-- <= 0) {
            next.wanted = null;
            next.passed = 0;
        }
        return false;
    }

    /// How many have struck.
    int struck() {
        return struck;
    }

    /// From now on nothing goes wrong.
    void end() {
        planned.clear();
        guided.clear();
    }
}
