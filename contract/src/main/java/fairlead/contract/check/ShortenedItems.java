package fairlead.contract.check;

import fairlead.contract.Models;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The items of lists of which an update asked for less than before.
///
/// A handler may add to an item what was not asked for, so what is there still counts only if no default is as it is.
public final class ShortenedItems {

    private static final int WORD = 8;

    private ShortenedItems() {}

    /// The pointers of lists of which one item alone was to have less, and has what it had.
    public static List<String> kept(ObjectNode asked, ObjectNode desired, ObjectNode actual) {
        return Models.leaves(desired).stream()
                .filter(pointer -> keeps(asked.at(pointer), desired.at(pointer), actual.at(pointer)))
                .toList();
    }

    private static boolean keeps(JsonNode asked, JsonNode desired, JsonNode actual) {
        boolean lists = asked.isArray() && desired.isArray() && actual.isArray();
        if (!lists || asked.size() != desired.size()) {
            return false;
        }
        int[] changed = IntStream.range(0, asked.size())
                .filter(i -> !asked.get(i).equals(desired.get(i)))
                .toArray();
        return changed.length == 1
                && isLess(asked.get(changed[0]), desired.get(changed[0]))
                && count(asked.get(changed[0]), actual) > count(asked.get(changed[0]), desired);
    }

    /// Whether nothing differs but that there is less, of which something is no default in all likelihood.
    private static boolean isLess(JsonNode before, JsonNode after) {
        return before.isObject()
                && after.isObject()
                && has(before, after)
                && before.properties().stream()
                        .anyMatch(member -> !after.has(member.getKey()) && isTelling(member.getValue()));
    }

    private static boolean isTelling(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue().length() >= WORD;
            case NUMBER -> Math.abs(value.doubleValue()) > 2;
            case ARRAY, OBJECT -> !value.isEmpty();
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> false;
        };
    }

    private static long count(JsonNode item, JsonNode list) {
        return list.valueStream().filter(other -> has(other, item)).count();
    }

    private static boolean has(JsonNode more, JsonNode less) {
        return less.properties().stream().allMatch(member -> member.getValue().equals(more.path(member.getKey())));
    }
}
