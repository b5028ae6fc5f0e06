package fairlead.schema.drift;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Gives each desired item of a list an actual item that meets it.
final class Assignment {

    /// Up to how many pairs of items are tried; beyond, only items that are equal are found.
    private static final long MOST_PAIRS = 250_000;

    /// Whether an actual item meets the desired one of that index.
    interface Meets {
        boolean test(int desired, JsonNode actual);
    }

    private final Optional<Place> item;
    private final boolean ordered;
    private final Meets meets;
    private final List<Integer> wanted;
    private final List<JsonNode> desired;
    private final List<JsonNode> found;

    Assignment(JsonNode desired, JsonNode actual, boolean unique, boolean ordered, Optional<Place> item, Meets meets) {
        this.item = item;
        this.ordered = ordered;
        this.meets = meets;
        this.desired = List.copyOf(desired.values());
        this.wanted = new ArrayList<>();
        this.found = new ArrayList<>();
        List<JsonNode> all = List.copyOf(actual.values());
        distinct(this.desired, unique).forEach(wanted::add);
        distinct(all, unique).forEach(i -> found.add(all.get(i)));
    }

    /// The indexes of all items, or in a set of the first of each.
    private List<Integer> distinct(List<JsonNode> items, boolean unique) {
        List<Integer> indexes = new ArrayList<>();
        Map<Integer, List<JsonNode>> seen = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            JsonNode one = items.get(i);
            List<JsonNode> alike = seen.computeIfAbsent(ModelEquality.hash(item, one), _ -> new ArrayList<>(1));
            if (!unique || alike.stream().noneMatch(other -> ModelEquality.equal(item, other, one))) {
                alike.add(one);
                indexes.add(i);
            }
        }
        return indexes;
    }

    boolean isComplete() {
        if (wanted.size() != found.size()) {
            return false;
        }
        if (ordered) {
            for (int i = 0; i < wanted.size(); i++) {
                if (!meets.test(wanted.get(i), found.get(i))) {
                    return false;
                }
            }
            return true;
        }
        takeEqual();
        return (long) wanted.size() * found.size() <= MOST_PAIRS && isMatched();
    }

    /// Takes away what is simply equal, so that a few pairs are left to be tried.
    private void takeEqual() {
        Map<Integer, List<JsonNode>> left = new HashMap<>();
        found.forEach(one -> left.computeIfAbsent(ModelEquality.hash(item, one), _ -> new ArrayList<>(1))
                .add(one));
        List<Integer> open = new ArrayList<>();
        for (Integer index : wanted) {
            JsonNode one = desired.get(index);
            List<JsonNode> alike = left.getOrDefault(ModelEquality.hash(item, one), List.of());
            Optional<JsonNode> same = alike.stream()
                    .filter(other -> ModelEquality.equal(item, one, other))
                    .findFirst();
            same.ifPresentOrElse(alike::remove, () -> open.add(index));
        }
        wanted.retainAll(open);
        found.clear();
        left.values().forEach(found::addAll);
    }

    private boolean isMatched() {
        int[] holder = new int[found.size()];
        Arrays.fill(holder, -1);
        for (int i = 0; i < wanted.size(); i++) {
            if (!place(i, holder, new boolean[found.size()])) {
                return false;
            }
        }
        return true;
    }

    /// Being met is no equality: the first that fits may be needed by another, which then takes one of its own.
    private boolean place(int i, int[] holder, boolean[] tried) {
        for (int j = 0; j < holder.length; j++) {
            if (!tried[j] && meets.test(wanted.get(i), found.get(j))) {
                tried[j] = true;
                if (holder[j] < 0 || place(holder[j], holder, tried)) {
                    holder[j] = i;
                    return true;
                }
            }
        }
        return false;
    }
}
