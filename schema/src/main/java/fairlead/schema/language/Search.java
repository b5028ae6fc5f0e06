package fairlead.schema.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Looks for a text that one automaton accepts and another one does not.
///
/// The first is followed state by state, the second as the set of states in which it may be. A pair need not be looked
/// at where the second may already be in fewer states: whatever text it refuses from there, it refuses here.
final class Search {

    private static final int MOST_PAIRS = 20_000;
    private static final long MOST_WORK = 5_000_000;

    private final Automaton accepting;
    private final Automaton refusing;
    private final Map<Integer, List<BitSet>> seen = new HashMap<>();
    private final ArrayDeque<Pair> open = new ArrayDeque<>();
    private final int[] alphabet;
    private int pairs;
    private long work;
    private boolean spent;

    /// @param before how it was reached; empty where the text begins
    private record Pair(int state, BitSet others, Optional<Pair> before, int codePoint) {}

    Search(Automaton accepting, Automaton refusing) {
        this.accepting = accepting;
        this.refusing = refusing;
        this.alphabet = alphabet(accepting, refusing);
    }

    Containment run() {
        if (accepting.acceptsNothing() && !refusing.acceptsNothing()) {
            return new Containment.Fails("");
        }
        BitSet begin = refusing.begin();
        accepting.begin().stream().forEach(state -> add(new Pair(state, begin, Optional.empty(), 0)));
        while (!open.isEmpty() && !spent) {
            Pair pair = open.poll();
            for (int codePoint : alphabet) {
                work++;
                List<Integer> reached = accepting.steps(pair.state).stream()
                        .filter(step -> step.points().contains(codePoint))
                        .map(Automaton.Step::to)
                        .toList();
                if (reached.isEmpty()) {
                    continue;
                }
                BitSet others = refusing.next(pair.others, codePoint);
                work += pair.others.cardinality() + (long) reached.size();
                BitSet states = accepting.closure(reached, false, false);
                for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
                    Pair found = new Pair(state, others, Optional.of(pair), codePoint);
                    if (accepting.mayEnd(state) && !refusing.mayEnd(others)) {
                        return new Containment.Fails(text(found));
                    }
                    add(found);
                }
            }
            spent = pairs > MOST_PAIRS || work > MOST_WORK;
        }
        return spent ? new Containment.Undecided() : new Containment.Holds();
    }

    private void add(Pair pair) {
        if (pair.others.get(refusing.accepting())) {
            return;
        }
        List<BitSet> known = seen.computeIfAbsent(pair.state, _ -> new ArrayList<>());
        for (BitSet fewer : known) {
            work += 1;
            if (isWithin(fewer, pair.others)) {
                return;
            }
        }
        known.add(pair.others);
        open.add(pair);
        pairs++;
    }

    private static boolean isWithin(BitSet some, BitSet all) {
        BitSet rest = (BitSet) some.clone();
        rest.andNot(all);
        return rest.isEmpty();
    }

    private static String text(Pair last) {
        StringBuilder text = new StringBuilder();
        for (Pair pair = last; pair.before.isPresent(); pair = pair.before.get()) {
            text.insert(0, Character.toString(pair.codePoint));
        }
        return text.toString();
    }

    /// One code point of each kind that no edge tells apart, a letter if there is one.
    private static int[] alphabet(Automaton one, Automaton other) {
        List<CodePoints> sets = new ArrayList<>(one.sets());
        sets.addAll(other.sets());
        SortedSet<Integer> bounds = new TreeSet<>(List.of((int) 'x', 0));
        sets.forEach(set -> bounds.addAll(set.bounds()));
        bounds.remove(CodePoints.END);
        Map<BitSet, Integer> kinds = new LinkedHashMap<>();
        for (int point : bounds) {
            BitSet kind = new BitSet();
            for (int i = 0; i < sets.size(); i++) {
                kind.set(i, sets.get(i).contains(point));
            }
            kinds.merge(kind, point, Search::plainer);
        }
        return kinds.values().stream().mapToInt(Integer::intValue).toArray();
    }

    private static int plainer(int one, int other) {
        boolean plain = one > ' ' && one <= '~';
        return plain ? one : other;
    }
}
