package fairlead.bench.robust.history;

import fairlead.bench.robust.history.Call.Changed;
import fairlead.bench.robust.history.Call.Perhaps;
import fairlead.bench.robust.history.Call.Saw;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides whether the calls on one register can be put in an order in which each takes effect at a moment between
/// its begin and its end: the search of Wing and Gong, which remembers where it has been.
///
/// Texts are written once, so hardly ever more than one change fits what the register holds.
public final class Linearizability {

    private static final int MOST_STATES = 2_000_000;

    private final List<Call> calls;
    private final BitSet certain = new BitSet();

    /// What the longest order that was found could not be continued by.
    private State best;

    private record State(BitSet done, String value) {}

    private Linearizability(List<Call> calls) {
        this.calls = calls;
        for (int i = 0; i < calls.size(); i++) {
            certain.set(i, !(calls.get(i).act() instanceof Perhaps));
        }
        best = new State(new BitSet(), Call.NOTHING);
    }

    /// What is wrong with the calls on a register that held nothing before them; empty if nothing is.
    public static Optional<String> check(List<Call> calls) {
        Set<String> seen = calls.stream().map(call -> before(call.act())).collect(Collectors.toSet());
        // A change that perhaps was done, and that no read has met, need not have been done.
        List<Call> relevant = new ArrayList<>(calls.stream()
                .filter(call -> !(call.act() instanceof Perhaps(var _, var to)) || seen.contains(to))
                .sorted(Comparator.comparingLong(Call::begin))
                .toList());
        return new Linearizability(relevant).search();
    }

    private static String before(Call.Act act) {
        return switch (act) {
            case Saw(var value) -> value;
            case Changed(var from, var _) -> from;
            case Perhaps(var from, var _) -> from;
        };
    }

    private Optional<String> search() {
        Deque<State> open = new ArrayDeque<>();
        Set<State> known = new HashSet<>();
        open.push(best);
        while (!open.isEmpty()) {
            State state = withReads(open.pop());
            if (isWhole(state.done)) {
                return Optional.empty();
            }
            if (known.size() > MOST_STATES) {
                return Optional.of("undecided after " + MOST_STATES + " states");
            }
            if (state.done.cardinality() >= best.done.cardinality()) {
                best = state;
            }
            for (int next : candidates(state.done)) {
                Optional<State> after = change(state, next);
                after.filter(known::add).ifPresent(open::push);
            }
        }
        return Optional.of(explanation());
    }

    private boolean isWhole(BitSet done) {
        BitSet missing = (BitSet) certain.clone();
        missing.andNot(done);
        return missing.isEmpty();
    }

    /// A read that fits what is there now may as well be now.
    private State withReads(State state) {
        BitSet done = (BitSet) state.done.clone();
        boolean more = true;
        while (more) {
            more = false;
            for (int next : candidates(done)) {
                if (calls.get(next).act() instanceof Saw(var value) && value.equals(state.value)) {
                    done.set(next);
                    more = true;
                }
            }
        }
        return new State(done, state.value);
    }

    /// What may be next: whatever began before the first of the others had to have ended.
    private List<Integer> candidates(BitSet done) {
        long first = Long.MAX_VALUE;
        List<Integer> candidates = new ArrayList<>();
        for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
            Call call = calls.get(i);
            if (call.begin() > first) {
                break;
            }
            candidates.add(i);
            first = Math.min(first, call.end());
        }
        long last = first;
        candidates.removeIf(i -> calls.get(i).begin() > last);
        return candidates;
    }

    private Optional<State> change(State state, int next) {
        return switch (calls.get(next).act()) {
            case Saw _ -> Optional.empty();
            case Changed(var from, var to) -> changed(state, next, from, to);
            case Perhaps(var from, var to) -> changed(state, next, from, to);
        };
    }

    private static Optional<State> changed(State state, int next, String from, String to) {
        if (!from.equals(Call.ANYTHING) && !from.equals(state.value)) {
            return Optional.empty();
        }
        BitSet done = (BitSet) state.done.clone();
        done.set(next);
        return Optional.of(new State(done, to));
    }

    private String explanation() {
        return "after " + best.done.cardinality() + " of " + calls.size() + " calls the register holds '" + best.value
                + "', and none of these fits: "
                + candidates(best.done).stream()
                        .limit(8)
                        .map(i -> calls.get(i).toString())
                        .collect(Collectors.joining("; "));
    }
}
