package fairlead.schema.language;

import fairlead.schema.language.Conditioned.Condition;
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

/// Looks for a text that is accepted by one alternative of a pattern and by none of another one.
///
/// One automaton is followed state by state, all others as the sets of states in which they may be. Each of these has a
/// side: it has to accept in the end, or it has not to. A place need not be looked at where one is known with the same
/// state and with sets that are no worse, each for its side: with fewer states for those that may not accept, with more
/// for
/// those that have to. Whatever text is looked for from here is found from there.
final class Search {

    static final long MOST_WORK = 5_000_000;

    private static final int MOST_PLACES = 20_000;
    private static final long LARGEST_ALPHABET = 4_000_000;

    private final Conditioned accepting;
    private final List<Conditioned> refusing;
    private final List<Automaton> followed = new ArrayList<>();
    /// Those that are better off with fewer states.
    private final BitSet avoided = new BitSet();
    private final Map<Integer, List<List<BitSet>>> seen = new HashMap<>();
    private final ArrayDeque<Place> open = new ArrayDeque<>();
    private final long mostWork;
    private int places;
    private long work;

    /// @param before how it was reached; empty where the text begins
    private record Place(int state, List<BitSet> others, Optional<Place> before, int codePoint) {}

    Search(Conditioned accepting, List<Conditioned> refusing, long mostWork) {
        this.accepting = accepting;
        this.refusing = refusing;
        this.mostWork = mostWork;
        accepting.required().forEach(one -> follow(one.automaton(), false));
        accepting.excluded().forEach(one -> follow(one.automaton(), true));
        for (Conditioned other : refusing) {
            follow(other.automaton(), true);
            other.required().forEach(one -> follow(one.automaton(), true));
            other.excluded().forEach(one -> follow(one.automaton(), false));
        }
    }

    private void follow(Automaton automaton, boolean avoid) {
        avoided.set(followed.size(), avoid);
        followed.add(automaton);
    }

    Containment run() {
        if (accepting.acceptsNothing() && refusing.stream().noneMatch(Conditioned::acceptsNothing)) {
            return new Containment.Fails("");
        }
        Optional<int[]> alphabet = alphabet();
        if (alphabet.isEmpty()) {
            return new Containment.Undecided();
        }
        List<BitSet> begin = followed.stream().map(Automaton::begin).toList();
        accepting.automaton().begin().stream().forEach(state -> add(new Place(state, begin, Optional.empty(), 0)));
        while (!open.isEmpty()) {
            Optional<Place> last = step(open.poll(), alphabet.get());
            if (last.isPresent()) {
                return new Containment.Fails(text(last.get()));
            }
            if (places > MOST_PLACES || work > mostWork) {
                return new Containment.Undecided();
            }
        }
        return new Containment.Holds();
    }

    /// Goes on from a place; the end of a text that is looked for, if it is reached.
    private Optional<Place> step(Place place, int[] alphabet) {
        for (int codePoint : alphabet) {
            work++;
            BitSet now = new BitSet();
            now.set(place.state);
            BitSet states = accepting.automaton().next(now, codePoint);
            if (states.isEmpty()) {
                continue;
            }
            List<BitSet> others = new ArrayList<>();
            for (int i = 0; i < followed.size(); i++) {
                BitSet before = place.others.get(i);
                work += before.cardinality();
                others.add(followed.get(i).next(before, codePoint));
            }
            boolean ends = isRight(others);
            for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
                work++;
                Place found = new Place(state, others, Optional.of(place), codePoint);
                if (ends && accepting.automaton().mayEnd(state)) {
                    return Optional.of(found);
                }
                add(found);
            }
        }
        return Optional.empty();
    }

    /// Whether a text that ends here is accepted by what has to, and by nothing that may not.
    private boolean isRight(List<BitSet> others) {
        int at = 0;
        boolean right = true;
        for (Condition one : accepting.required()) {
            right &= one.automaton().mayEnd(others.get(at++));
        }
        for (Condition one : accepting.excluded()) {
            right &= !one.automaton().mayEnd(others.get(at++));
        }
        for (Conditioned other : refusing) {
            boolean accepted = other.automaton().mayEnd(others.get(at++));
            for (Condition one : other.required()) {
                accepted &= one.automaton().mayEnd(others.get(at++));
            }
            for (Condition one : other.excluded()) {
                accepted &= !one.automaton().mayEnd(others.get(at++));
            }
            right &= !accepted;
        }
        return right;
    }

    /// Whether no text is found from here, whatever follows.
    private boolean isLost(List<BitSet> others) {
        int at = 0;
        boolean lost = false;
        for (Condition _ : accepting.required()) {
            lost |= others.get(at++).isEmpty();
        }
        for (Condition one : accepting.excluded()) {
            lost |= others.get(at++).get(one.automaton().accepting());
        }
        for (Conditioned other : refusing) {
            boolean accepted = others.get(at++).get(other.automaton().accepting());
            for (Condition one : other.required()) {
                accepted &= others.get(at++).get(one.automaton().accepting());
            }
            for (Condition _ : other.excluded()) {
                accepted &= others.get(at++).isEmpty();
            }
            lost |= accepted;
        }
        return lost;
    }

    private void add(Place place) {
        if (isLost(place.others)) {
            return;
        }
        List<List<BitSet>> known = seen.computeIfAbsent(place.state, _ -> new ArrayList<>());
        for (List<BitSet> other : known) {
            work++;
            if (isNoWorse(other, place.others)) {
                return;
            }
        }
        known.add(place.others);
        open.add(place);
        places++;
    }

    private boolean isNoWorse(List<BitSet> one, List<BitSet> other) {
        for (int i = 0; i < one.size(); i++) {
            boolean fewer = avoided.get(i);
            if (!isWithin(fewer ? one.get(i) : other.get(i), fewer ? other.get(i) : one.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWithin(BitSet some, BitSet all) {
        for (int state = some.nextSetBit(0); state >= 0; state = some.nextSetBit(state + 1)) {
            if (!all.get(state)) {
                return false;
            }
        }
        return true;
    }

    private static String text(Place last) {
        StringBuilder reversed = new StringBuilder();
        for (Place place = last; place.before.isPresent(); place = place.before.get()) {
            reversed.append(new StringBuilder().appendCodePoint(place.codePoint).reverse());
        }
        return reversed.reverse().toString();
    }

    /// One code point of each kind that no edge tells apart, a letter if there is one; empty if there are too many
    /// kinds.
    private Optional<int[]> alphabet() {
        List<CodePoints> sets = new ArrayList<>();
        SortedSet<Integer> bounds = new TreeSet<>(List.of((int) 'x', 0));
        accepting.automata().forEach(one -> sets.addAll(one.sets()));
        refusing.stream().flatMap(Conditioned::automata).forEach(one -> sets.addAll(one.sets()));
        List<CodePoints> different = sets.stream().distinct().toList();
        different.forEach(set -> bounds.addAll(set.bounds()));
        bounds.remove(CodePoints.END);
        if ((long) bounds.size() * different.size() > LARGEST_ALPHABET) {
            return Optional.empty();
        }
        Map<BitSet, Integer> kinds = new LinkedHashMap<>();
        for (int point : bounds) {
            BitSet kind = new BitSet();
            for (int i = 0; i < different.size(); i++) {
                kind.set(i, different.get(i).contains(point));
            }
            kinds.merge(kind, point, Search::plainer);
        }
        return Optional.of(kinds.values().stream().mapToInt(Integer::intValue).toArray());
    }

    private static int plainer(int one, int other) {
        boolean plain = one > ' ' && one <= '~';
        return plain ? one : other;
    }
}
