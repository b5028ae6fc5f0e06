package fairlead.schema.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.stream.Collectors;

/// A nondeterministic automaton that reads a whole text, code point by code point.
///
/// Besides edges that take a code point it has those that take none: some always, some only where the text begins, some
/// only where it ends.
final class Automaton {

    /// A larger one is not made.
    static final int MOST_STATES = 8_000;

    private static final int MOST_STEPS = 4_096;
    private static final long MOST_WORK = 2_000_000;

    private final List<List<Step>> steps = new ArrayList<>();
    private final List<List<Jump>> jumps = new ArrayList<>();
    private BitSet ending = new BitSet();
    private BitSet live = new BitSet();
    private int accept = -1;

    /// An edge that takes a code point.
    record Step(CodePoints points, int to) {}

    /// Where an edge that takes nothing may be gone.
    enum When {
        ALWAYS,
        AT_BEGIN,
        AT_END
    }

    private record Jump(When when, int to) {}

    /// There are too many states.
    static final class TooLarge extends RuntimeException {
        TooLarge() {
            super("more than " + MOST_STATES + " states", null, false, false);
        }
    }

    int state() {
        if (steps.size() == MOST_STATES) {
            throw new TooLarge();
        }
        steps.add(new ArrayList<>(2));
        jumps.add(new ArrayList<>(2));
        return steps.size() - 1;
    }

    void step(int from, CodePoints points, int to) {
        steps.get(from).add(new Step(points, to));
    }

    void jump(int from, When when, int to) {
        jumps.get(from).add(new Jump(when, to));
    }

    /// Says which state accepts, once all edges are there.
    void accepts(int state) {
        accept = state;
        BitSet last = new BitSet();
        last.set(state);
        ending = leadingTo(
                last,
                (to, from) -> jumps.get(from).stream()
                        .filter(jump -> jump.when != When.AT_BEGIN)
                        .forEach(jump -> to.add(jump.to)));
        live = leadingTo(ending, (to, from) -> {
            jumps.get(from).stream().filter(jump -> jump.when == When.ALWAYS).forEach(jump -> to.add(jump.to));
            steps.get(from).stream()
                    .filter(step -> !step.points.bounds().isEmpty())
                    .forEach(step -> to.add(step.to));
        });
    }

    /// The states from which one of some states is reached.
    ///
    /// @param edges adds the states to which the edges lead that count
    private BitSet leadingTo(BitSet some, ObjIntConsumer<List<Integer>> edges) {
        List<List<Integer>> before = new ArrayList<>();
        steps.forEach(_ -> before.add(new ArrayList<>(2)));
        List<Integer> reached = new ArrayList<>();
        for (int from = 0; from < steps.size(); from++) {
            reached.clear();
            edges.accept(reached, from);
            for (int to : reached) {
                before.get(to).add(from);
            }
        }
        BitSet found = (BitSet) some.clone();
        ArrayDeque<Integer> open = new ArrayDeque<>(some.stream().boxed().toList());
        while (!open.isEmpty()) {
            for (int from : before.get(open.pop())) {
                if (!found.get(from)) {
                    found.set(from);
                    open.push(from);
                }
            }
        }
        return found;
    }

    /// The sets of code points that its edges tell apart.
    Set<CodePoints> sets() {
        return steps.stream().flatMap(List::stream).map(Step::points).collect(Collectors.toSet());
    }

    List<Step> steps(int state) {
        return steps.get(state);
    }

    /// Whether a text may end in that state, behind its begin.
    boolean mayEnd(int state) {
        return ending.get(state);
    }

    /// Whether a text may end in one of those states.
    boolean mayEnd(BitSet states) {
        return states.intersects(ending);
    }

    /// The state from which the rest of the text does not matter.
    int accepting() {
        return accept;
    }

    /// Where it stands before the first code point, as far as a text of some is accepted from there.
    BitSet begin() {
        return living(closure(List.of(0), true, false));
    }

    private BitSet living(BitSet states) {
        states.and(live);
        return states;
    }

    int size() {
        return steps.size();
    }

    /// Whether it accepts a text without any code point.
    boolean acceptsNothing() {
        return closure(List.of(0), true, true).get(accept);
    }

    /// The states behind a code point, as far as anything is accepted from there.
    BitSet next(BitSet states, int codePoint) {
        List<Integer> reached = new ArrayList<>();
        for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
            for (Step step : steps.get(state)) {
                if (step.points.contains(codePoint)) {
                    reached.add(step.to);
                }
            }
        }
        return living(closure(reached, false, false));
    }

    /// All states that can be reached by taking nothing.
    BitSet closure(List<Integer> from, boolean begin, boolean end) {
        BitSet found = new BitSet();
        ArrayDeque<Integer> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            int state = open.pop();
            if (!found.get(state)) {
                found.set(state);
                for (Jump jump : jumps.get(state)) {
                    boolean free = switch (jump.when) {
                        case ALWAYS -> true;
                        case AT_BEGIN -> begin;
                        case AT_END -> end;
                    };
                    if (free) {
                        open.push(jump.to);
                    }
                }
            }
        }
        return found;
    }

    /// Whether it accepts no text at all.
    boolean isEmpty() {
        return !acceptsNothing() && begin().isEmpty();
    }

    /// Whether it accepts a text of such a length, in code points; true where that would take too long to find out.
    boolean acceptsLength(int least, int most) {
        if (least == 0 && acceptsNothing()) {
            return true;
        }
        BitSet states = begin();
        long work = 0;
        for (int length = 1; length <= most && length <= MOST_STEPS; length++) {
            work += states.cardinality();
            if (work > MOST_WORK) {
                return true;
            }
            List<Integer> reached = new ArrayList<>();
            for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
                for (Step step : steps.get(state)) {
                    if (!step.points.bounds().isEmpty()) {
                        reached.add(step.to);
                    }
                }
            }
            BitSet after = living(closure(reached, false, false));
            if (length >= least && mayEnd(after)) {
                return true;
            }
            if (after.isEmpty() || (after.equals(states) && length >= least)) {
                return false;
            }
            states = after;
        }
        return most > MOST_STEPS;
    }
}
