package fairlead.schema;

import fairlead.schema.draft07.Place;
import fairlead.schema.draft07.Values;
import fairlead.schema.text.KeyedHash;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The one equality of models: numbers by value, absent is not null, and lists as `insertionOrder` and
/// `uniqueItems` say.
public final class ModelEquality {

    private ModelEquality() {}

    /// Whether two values at a place are the same. An empty place is one that the schema says nothing about.
    public static boolean equal(Optional<Place> place, JsonNode a, JsonNode b) {
        if (place.isEmpty() || !a.isContainer() || a.getNodeType() != b.getNodeType()) {
            return Values.equal(a, b);
        }
        return a.isObject() ? equalObjects(place.get(), a, b) : equalLists(place.get(), a, b);
    }

    private static boolean equalObjects(Place place, JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : a.properties()) {
            JsonNode other = b.get(member.getKey());
            if (other == null || !equal(place.property(member.getKey()), member.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalLists(Place place, JsonNode a, JsonNode b) {
        Optional<Place> item = place.item();
        List<JsonNode> as = items(place, a);
        List<JsonNode> bs = items(place, b);
        if (as.size() != bs.size()) {
            return false;
        }
        return place.ordered() ? pairwise(item, as, bs) : permuted(item, as, bs);
    }

    /// The items, each once if they are a set.
    private static List<JsonNode> items(Place place, JsonNode list) {
        List<JsonNode> items = List.copyOf(list.values());
        if (!place.unique()) {
            return items;
        }
        Optional<Place> item = place.item();
        List<JsonNode> distinct = new ArrayList<>(items.size());
        Buckets seen = new Buckets();
        for (JsonNode one : items) {
            List<JsonNode> alike = seen.alike(item, one);
            if (alike.stream().noneMatch(other -> equal(item, one, other))) {
                alike.add(one);
                distinct.add(one);
            }
        }
        return distinct;
    }

    private static boolean pairwise(Optional<Place> item, List<JsonNode> as, List<JsonNode> bs) {
        for (int i = 0; i < as.size(); i++) {
            if (!equal(item, as.get(i), bs.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean permuted(Optional<Place> item, List<JsonNode> as, List<JsonNode> bs) {
        Buckets left = new Buckets();
        for (JsonNode one : bs) {
            left.alike(item, one).add(one);
        }
        for (JsonNode one : as) {
            if (!takeFirst(left.alike(item, one), item, one)) {
                return false;
            }
        }
        return true;
    }

    private static boolean takeFirst(List<JsonNode> alike, Optional<Place> item, JsonNode wanted) {
        for (int i = 0; i < alike.size(); i++) {
            if (equal(item, wanted, alike.get(i))) {
                alike.remove(i);
                return true;
            }
        }
        return false;
    }

    /// A hash that equal values share.
    public static int hash(Optional<Place> place, JsonNode value) {
        if (place.isEmpty() || !value.isContainer()) {
            return Values.hash(value);
        }
        int hash = 1;
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                hash += KeyedHash.of(
                        KeyedHash.of(member.getKey()), hash(place.get().property(member.getKey()), member.getValue()));
            }
            return hash;
        }
        for (JsonNode item : items(place.get(), value)) {
            int next = hash(place.get().item(), item);
            hash = place.get().ordered() ? KeyedHash.of(hash, next) : hash + next;
        }
        return hash;
    }

    /// Values by hash.
    private static final class Buckets {

        private final Map<Integer, List<JsonNode>> buckets = new java.util.HashMap<>();

        List<JsonNode> alike(Optional<Place> place, JsonNode value) {
            return buckets.computeIfAbsent(hash(place, value), hash -> new ArrayList<>(1));
        }
    }

    /// Where `actual` falls short of `desired`: the pointers of members that are missing or differ. Members that
    /// only `actual` has are no concern; a list is met as a whole, item by item.
    static List<String> unmet(Place root, JsonNode desired, JsonNode actual) {
        List<String> pointers = new ArrayList<>();
        unmetMembers(Optional.of(root), desired, actual, "", pointers);
        return List.copyOf(pointers);
    }

    private static void unmetMembers(
            Optional<Place> place, JsonNode desired, JsonNode actual, String at, List<String> pointers) {
        for (Map.Entry<String, JsonNode> member : desired.properties()) {
            String name = member.getKey();
            String pointer = at + "/" + PointerSteps.escape(name);
            JsonNode wanted = member.getValue();
            JsonNode found = actual.get(name);
            Optional<Place> below = place.flatMap(p -> p.property(name));
            if (found == null || wanted.isNull()) {
                if (!isNothing(wanted) || !isNothing(found)) {
                    pointers.add(pointer);
                }
            } else if (wanted.isObject() && found.isObject()) {
                unmetMembers(below, wanted, found, pointer, pointers);
            } else if (!met(below, wanted, found)) {
                pointers.add(pointer);
            }
        }
    }

    /// A null that is desired is met by a property without a value.
    private static boolean isNothing(@Nullable JsonNode node) {
        return node == null || node.isNull();
    }

    /// Whether one value is what was desired, or more.
    static boolean met(Optional<Place> place, JsonNode desired, JsonNode actual) {
        if (desired.isObject() && actual.isObject()) {
            for (Map.Entry<String, JsonNode> member : desired.properties()) {
                JsonNode found = actual.get(member.getKey());
                Optional<Place> below = place.flatMap(p -> p.property(member.getKey()));
                boolean both = isNothing(member.getValue()) && isNothing(found);
                if (!both && (found == null || !met(below, member.getValue(), found))) {
                    return false;
                }
            }
            return true;
        }
        if (desired.isArray() && actual.isArray()) {
            return metList(place, desired, actual);
        }
        return Values.equal(desired, actual);
    }

    private static boolean metList(Optional<Place> place, JsonNode desired, JsonNode actual) {
        List<JsonNode> wanted = place.map(p -> items(p, desired)).orElseGet(() -> List.copyOf(desired.values()));
        List<JsonNode> found = place.map(p -> items(p, actual)).orElseGet(() -> List.copyOf(actual.values()));
        if (wanted.size() != found.size()) {
            return false;
        }
        Optional<Place> item = place.flatMap(Place::item);
        if (place.isPresent() && !place.get().ordered()) {
            return new Matching(item, wanted, found).isPerfect();
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (!met(item, wanted.get(i), found.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether each wanted item can have a found one of its own: being met is no equality, so the first that fits
    /// may be needed by another.
    private static final class Matching {

        private final Optional<Place> item;
        private final List<JsonNode> wanted;
        private final List<JsonNode> found;
        private final int[] holder;

        Matching(Optional<Place> item, List<JsonNode> wanted, List<JsonNode> found) {
            this.item = item;
            this.wanted = wanted;
            this.found = found;
            this.holder = new int[found.size()];
            Arrays.fill(holder, -1);
        }

        boolean isPerfect() {
            if (permuted(item, wanted, found)) {
                return true;
            }
            if (wanted.stream().noneMatch(JsonNode::isContainer)) {
                return false;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (!place(i, new boolean[found.size()])) {
                    return false;
                }
            }
            return true;
        }

        private boolean place(int i, boolean[] tried) {
            for (int j = 0; j < holder.length; j++) {
                if (!tried[j] && met(item, wanted.get(i), found.get(j))) {
                    tried[j] = true;
                    if (holder[j] < 0 || place(holder[j], tried)) {
                        holder[j] = i;
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /// Whether what lies on a path differs between two models; absent on both sides is the same.
    static boolean differs(Place root, PropertyPath path, JsonNode before, JsonNode after) {
        Optional<JsonNode> a = path.project(before);
        Optional<JsonNode> b = path.project(after);
        if (a.isEmpty() || b.isEmpty()) {
            return a.isPresent() || b.isPresent();
        }
        return !equal(Optional.of(root), a.get(), b.get());
    }
}
