package fairlead.schema.diff;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Numbers for values, the same for the same: comparing two items again and again costs nothing then.
final class Ids {

    private record Known(JsonNode value, int id) {}

    private final Optional<Place> place;
    private final Map<Integer, List<Known>> buckets = new HashMap<>();
    private int next;

    Ids(Optional<Place> place) {
        this.place = place;
    }

    int of(JsonNode value) {
        List<Known> bucket = buckets.computeIfAbsent(ModelEquality.hash(place, value), _ -> new ArrayList<>(1));
        for (Known known : bucket) {
            if (ModelEquality.equal(place, known.value, value)) {
                return known.id;
            }
        }
        bucket.add(new Known(value, next));
        return next++;
    }

    List<Integer> of(List<JsonNode> values) {
        return values.stream().map(this::of).toList();
    }
}
