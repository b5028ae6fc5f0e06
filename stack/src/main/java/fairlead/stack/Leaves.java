package fairlead.stack;

import fairlead.schema.text.PointerSteps;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What differs between two values: the deepest members of objects, and of lists of the same length the items.
final class Leaves {

    private Leaves() {}

    /// Is told of each difference.
    interface Sink {
        void differs(String path, Optional<JsonNode> before, Optional<JsonNode> after);
    }

    static void differing(String path, Optional<JsonNode> before, Optional<JsonNode> after, Sink sink) {
        if (before.isPresent()
                ? after.filter(value -> same(before.get(), value)).isPresent()
                : after.isEmpty()) {
            return;
        }
        if (before.orElse(null) instanceof ObjectNode was && after.orElse(null) instanceof ObjectNode is) {
            Set<String> names = new LinkedHashSet<>(was.propertyNames());
            names.addAll(is.propertyNames());
            names.forEach(name -> differing(
                    path + "/" + PointerSteps.escape(name),
                    Optional.ofNullable(was.get(name)),
                    Optional.ofNullable(is.get(name)),
                    sink));
        } else if (before.orElse(null) instanceof ArrayNode was
                && after.orElse(null) instanceof ArrayNode is
                && was.size() == is.size()) {
            for (int i = 0; i < was.size(); i++) {
                differing(path + "/" + i, Optional.of(was.get(i)), Optional.of(is.get(i)), sink);
            }
        } else {
            sink.differs(path, before, after);
        }
    }

    /// Numbers are the same if their values are.
    private static boolean same(JsonNode a, JsonNode b) {
        boolean numbers = a.isNumber() && b.isNumber();
        return numbers ? a.decimalValue().compareTo(b.decimalValue()) == 0 : a.equals(b);
    }
}
