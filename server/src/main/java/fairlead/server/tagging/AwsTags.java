package fairlead.server.tagging;

import fairlead.server.problem.Problem.Detail;
import fairlead.server.resource.change.TagRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Tags as tools of AWS write them, and the rules that they add to [TagRules]: a tag that is set here has to be one at
/// both doors.
final class AwsTags {

    private static final int LONGEST_KEY = 128;
    private static final String SYSTEM = "aws:";
    private static final Pattern CHARACTERS = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

    private AwsTags() {}

    /// Everything that is wrong with tags that are about to be set.
    static List<Detail> check(ObjectNode tags, String place) {
        List<Detail> wrong = new ArrayList<>(TagRules.check(tags, place));
        for (Map.Entry<String, JsonNode> tag : tags.properties()) {
            check(tag.getKey(), tag.getValue().asString(""), place, wrong);
        }
        return wrong;
    }

    private static void check(String key, String value, String place, List<Detail> wrong) {
        if (key.length() > LONGEST_KEY) {
            wrong.add(new Detail(
                    "tags.key-length", "a key has 1 to " + LONGEST_KEY + " characters, found " + key.length(), place));
        }
        if (isSystem(key)) {
            wrong.add(new Detail("tags.key-reserved", "keys that begin with " + SYSTEM + " are reserved", place));
        }
        if (!CHARACTERS.matcher(key).matches() || !CHARACTERS.matcher(value).matches()) {
            wrong.add(new Detail(
                    "tags.key-characters",
                    "keys and values have letters, digits, spaces and any of _ . : / = + - @, found '" + key + "'",
                    place));
        }
    }

    /// What is wrong with keys that are about to be taken away.
    static List<Detail> checkKeys(List<String> keys, String place) {
        return keys.stream().anyMatch(AwsTags::isSystem)
                ? List.of(new Detail("tags.key-reserved", "keys that begin with " + SYSTEM + " are reserved", place))
                : List.of();
    }

    private static boolean isSystem(String key) {
        return key.toLowerCase(Locale.ROOT).startsWith(SYSTEM);
    }

    /// `[{"Key": ..., "Value": ...}]`, with members of these names.
    static ArrayNode list(ObjectNode tags, String key, String value) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        tags.forEachEntry((name, text) -> list.addObject().put(key, name).put(value, text.asString("")));
        return list;
    }
}
