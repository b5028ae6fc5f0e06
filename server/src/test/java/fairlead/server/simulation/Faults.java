package fairlead.server.simulation;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What is to go wrong in one history, each thing once. Half of it waits for a certain step of an operation, so that
/// rare steps have their share; the other half strikes anywhere.
final class Faults {

    private static final List<Place> PLACES = Coverage.places();
    private static final int PATIENCE = 150;

    private final List<Planned> planned = new ArrayList<>();
    private final Coverage coverage;
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

    /// What strikes here, if anything.
    Optional<Fault> strike(Fault.Point point, Place place) {
        for (Iterator<Planned> all = planned.iterator(); all.hasNext(); ) {
            Planned next = all.next();
            if (next.fault.point() == point && isDue(next, place)) {
                all.remove();
                struck++;
                coverage.count(new Coverage.Cell(place, next.fault));
                return Optional.of(next.fault);
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
    }
}
