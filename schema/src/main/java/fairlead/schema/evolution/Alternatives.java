package fairlead.schema.evolution;

import fairlead.schema.draft07.Values;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Finds which alternatives of two versions belong together.
final class Alternatives {

    private Alternatives() {}

    /// Two alternatives that are versions of one.
    record Pair(JsonNode before, JsonNode after) {}

    /// Equal alternatives belong together; of the rest, the first of one version and the first of the other.
    static List<Pair> pairs(JsonNode before, JsonNode after) {
        List<Pair> pairs = new ArrayList<>();
        List<JsonNode> olds = new ArrayList<>();
        List<JsonNode> news = new ArrayList<>(after.values());
        for (JsonNode old : before.values()) {
            var same = news.stream().filter(one -> Values.equal(old, one)).findFirst();
            same.ifPresentOrElse(
                    one -> {
                        news.remove(one);
                        pairs.add(new Pair(old, one));
                    },
                    () -> olds.add(old));
        }
        for (int i = 0; i < Math.min(olds.size(), news.size()); i++) {
            pairs.add(new Pair(olds.get(i), news.get(i)));
        }
        return pairs;
    }
}
