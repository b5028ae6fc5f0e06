package fairlead.schema.diff;

import fairlead.schema.diff.Lists.Item;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Edits a list whose order means nothing: what both have stays where it is, an item that is another version of one is
/// changed, and the rest is removed and added at the end.
final class UnorderedLists {

    /// Up to how many pairs of items all are compared to find versions of one.
    private static final int MOST_PAIRS = 10_000;

    private final ChangeSink changes;
    private final Optional<Place> place;
    private final ValueLocation spot;
    private final boolean unique;

    UnorderedLists(ChangeSink changes, Optional<Place> item, ValueLocation spot, boolean unique) {
        this.changes = changes;
        this.place = item;
        this.spot = spot;
        this.unique = unique;
    }

    void compare(List<Item> from, List<Item> to) {
        List<Item> gone = unique ? without(from, to) : surplus(from, to);
        List<Item> come = unique ? without(to, from) : surplus(to, from);
        Map<Item, Item> versions = versions(once(gone), come);
        versions.forEach((before, after) ->
                changes.values(place, spot.item(before.index(), before.index()), before.side(), after.side()));
        for (Item item : gone.reversed()) {
            if (!versions.containsKey(item)) {
                changes.removed(spot.item(item.index(), item.index()), item.side());
            }
        }
        Set<Item> known = new HashSet<>(versions.values());
        for (Item item : come) {
            if (!known.contains(item)) {
                ValueLocation end = new ValueLocation(
                        spot.pointer().child("-"), spot.place().child(item.index()));
                changes.added(end, item.side());
            }
        }
    }

    private static List<Item> without(List<Item> items, List<Item> others) {
        Set<Integer> known = new HashSet<>(Item.ids(others));
        return items.stream().filter(item -> !known.contains(item.id())).toList();
    }

    private static List<Item> surplus(List<Item> items, List<Item> others) {
        Map<Integer, Integer> left = new HashMap<>();
        others.forEach(other -> left.merge(other.id(), 1, Integer::sum));
        return items.stream()
                .filter(item -> left.merge(item.id(), -1, Integer::sum) < 0)
                .toList();
    }

    /// In a set the second of two that are the same is no item of its own.
    private List<Item> once(List<Item> items) {
        if (!unique) {
            return items;
        }
        Map<Integer, Long> occurrences = items.stream().collect(Collectors.groupingBy(Item::id, Collectors.counting()));
        return items.stream()
                .filter(item -> occurrences.getOrDefault(item.id(), 0L) == 1)
                .toList();
    }

    private Map<Item, Item> versions(List<Item> gone, List<Item> come) {
        return (long) gone.size() * come.size() > MOST_PAIRS ? versionsByMember(gone, come) : mostAlike(gone, come);
    }

    private Map<Item, Item> mostAlike(List<Item> gone, List<Item> come) {
        record Pair(Item before, Item after, int same) {}
        List<Pair> pairs = new ArrayList<>();
        for (Item before : gone) {
            for (Item after : come) {
                Similarity likeness = Similarity.of(place, before.side(), after.side());
                if (likeness.isHalf()) {
                    pairs.add(new Pair(before, after, likeness.same()));
                }
            }
        }
        pairs.sort(Comparator.comparingInt(Pair::same).reversed());
        Map<Item, Item> versions = new TreeMap<>(Comparator.comparingInt(Item::index));
        Set<Item> taken = new HashSet<>();
        for (Pair pair : pairs) {
            if (!versions.containsKey(pair.before) && taken.add(pair.after)) {
                versions.put(pair.before, pair.after);
            }
        }
        return versions;
    }

    /// Pairs what agrees in the first member that tells all items apart, a key or a name as a rule.
    private Map<Item, Item> versionsByMember(List<Item> gone, List<Item> come) {
        for (String name : gone.getFirst().side().full().propertyNames()) {
            Ids ids = new Ids(Optional.empty());
            Optional<Map<Integer, Item>> before = byMember(gone, name, ids);
            Optional<Map<Integer, Item>> after = byMember(come, name, ids);
            if (before.isPresent() && after.isPresent()) {
                return matched(before.get(), after.get());
            }
        }
        return Map.of();
    }

    private Map<Item, Item> matched(Map<Integer, Item> before, Map<Integer, Item> after) {
        Map<Item, Item> versions = new LinkedHashMap<>();
        before.forEach((id, item) -> {
            Item other = after.get(id);
            if (other != null && Similarity.of(place, item.side(), other.side()).isHalf()) {
                versions.put(item, other);
            }
        });
        return versions;
    }

    private static JsonNode member(Item item, String name) {
        return item.side().full().path(name);
    }

    /// The items by the value of a member, if each has one of its own.
    private static Optional<Map<Integer, Item>> byMember(List<Item> items, String name, Ids ids) {
        Map<Integer, Item> found = new LinkedHashMap<>();
        for (Item item : items) {
            JsonNode value = member(item, name);
            if (!value.isValueNode() || found.put(ids.of(value), item) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(found);
    }
}
