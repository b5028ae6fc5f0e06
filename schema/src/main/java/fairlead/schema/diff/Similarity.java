package fairlead.schema.diff;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// How much two objects have in common.
///
/// @param same how many members are equal
/// @param all how many members there are in either
record Similarity(int same, int all) {

    /// How many members of two objects are the same, of how many; nothing of nothing if they are no objects.
    static Similarity of(Optional<Place> place, Side before, Side after) {
        if (!before.full().isObject() || !after.full().isObject()) {
            return new Similarity(0, 0);
        }
        Set<String> names = new TreeSet<>(before.value().propertyNames());
        names.addAll(after.value().propertyNames());
        int same = 0;
        for (String name : names) {
            JsonNode a = before.full().get(name);
            JsonNode b = after.full().get(name);
            if (a != null && b != null && ModelEquality.equal(place.flatMap(p -> p.property(name)), a, b)) {
                same++;
            }
        }
        return new Similarity(same, names.size());
    }

    boolean isAny() {
        return same > 0;
    }

    /// Whether two items of a set are versions of one.
    boolean isHalf() {
        return same > 0 && 2 * same >= all;
    }
}
