package fairlead.schema.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A nondeterministic automaton that reads a whole text, code point by code point.
///
/// Besides edges that take a code point it has those that take none: some always, some only where the text begins, some
/// only where it ends.
final class Automaton {

    /// A larger one is not made.
    static final int MOST_STATES = 8_000;

    private static final int MOST_STEPS = 4_096;

    private final List<List<Step>> steps = new ArrayList<>();
    private final List<List<Jump>> jumps = new ArrayList<>();
    private final BitSet ending = new BitSet();
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
        for (int from = 0; from < steps.size(); from++) {
            if (closure(List.of(from), false, true).get(state)) {
                ending.set(from);
            }
        }
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

    /// Where it stands before the first code point.
    BitSet begin() {
        return closure(List.of(0), true, false);
    }

    /// Whether it accepts a text without any code point.
    boolean acceptsNothing() {
        return closure(List.of(0), true, true).get(accept);
    }

    /// The states behind a code point.
    BitSet next(BitSet states, int codePoint) {
        List<Integer> reached = new ArrayList<>();
        for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
            for (Step step : steps.get(state)) {
                if (step.points.contains(codePoint)) {
                    reached.add(step.to);
                }
            }
        }
        return closure(reached, false, false);
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
        if (acceptsNothing()) {
            return false;
        }
        BitSet seen = new BitSet();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        begin().stream().forEach(open::push);
        while (!open.isEmpty()) {
            int state = open.pop();
            if (seen.get(state)) {
                continue;
            }
            seen.set(state);
            for (Step step : steps.get(state)) {
                if (!step.points.bounds().isEmpty()) {
                    BitSet reached = closure(List.of(step.to), false, false);
                    if (mayEnd(reached)) {
                        return false;
                    }
                    reached.stream().forEach(open::push);
                }
            }
        }
        return true;
    }

    /// Whether it accepts a text of such a length, in code points; true where that would take too long to find out.
    boolean acceptsLength(int least, int most) {
        if (least == 0 && acceptsNothing()) {
            return true;
        }
        BitSet states = begin();
        for (int length = 1; length <= most && length <= MOST_STEPS; length++) {
            List<Integer> reached = new ArrayList<>();
            for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
                for (Step step : steps.get(state)) {
                    if (!step.points.bounds().isEmpty()) {
                        reached.add(step.to);
                    }
                }
            }
            BitSet after = closure(reached, false, false);
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
