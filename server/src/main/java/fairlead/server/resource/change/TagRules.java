package fairlead.server.resource.change;

import fairlead.schema.text.PointerSteps;
import fairlead.server.problem.Problem.Detail;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The rules for tags, on every surface: what they may be, and how they are changed. Keys are compared without
/// regard to case.
public final class TagRules {

    private static final int MOST = 50;
    private static final int LONGEST_KEY = 512;
    private static final int LONGEST_VALUE = 256;
    private static final String FORBIDDEN = "<>%&\\?/";
    private static final List<String> RESERVED = List.of("microsoft", "azure", "windows");

    private TagRules() {}

    /// Everything that is wrong with them.
    ///
    /// @param place the JSON Pointer to them
    public static List<Detail> check(ObjectNode tags, String place) {
        List<Detail> wrong = new ArrayList<>(checkCount(tags, place));
        Set<String> keys = new HashSet<>();
        for (Map.Entry<String, JsonNode> tag : tags.properties()) {
            String target = place + "/" + PointerSteps.escape(tag.getKey());
            checkKey(tag.getKey(), target, wrong);
            checkValue(tag.getValue(), target, wrong);
            if (!keys.add(tag.getKey().toLowerCase(Locale.ROOT))) {
                wrong.add(new Detail(
                        "tags.duplicate",
                        "the key '" + tag.getKey() + "' differs from another one only in case",
                        target));
            }
        }
        return wrong;
    }

    /// What is wrong with how many there are.
    public static List<Detail> checkCount(ObjectNode tags, String place) {
        return tags.size() > MOST
                ? List.of(new Detail("tags.too-many", "at most " + MOST + " tags, found " + tags.size(), place))
                : List.of();
    }

    private static void checkKey(String key, String target, List<Detail> wrong) {
        if (key.isEmpty() || key.length() > LONGEST_KEY) {
            wrong.add(new Detail(
                    "tags.key-length", "a key has 1 to " + LONGEST_KEY + " characters, found " + key.length(), target));
        }
        if (key.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c))) {
            wrong.add(new Detail(
                    "tags.key-characters",
                    "a key has none of " + String.join(" ", FORBIDDEN.split("")) + " and no control characters",
                    target));
        }
        String lower = key.toLowerCase(Locale.ROOT);
        if (RESERVED.stream().anyMatch(lower::startsWith)) {
            wrong.add(new Detail(
                    "tags.key-reserved",
                    "keys that begin with " + String.join(", ", RESERVED) + " are reserved",
                    target));
        }
    }

    private static void checkValue(JsonNode value, String target, List<Detail> wrong) {
        if (!value.isString()) {
            wrong.add(new Detail("tags.value-type", "expected a string, found " + kind(value), target));
        } else if (value.stringValue().length() > LONGEST_VALUE) {
            wrong.add(new Detail(
                    "tags.value-length",
                    "a value has up to " + LONGEST_VALUE + " characters, found "
                            + value.stringValue().length(),
                    target));
        }
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case NUMBER -> "a number";
            case OBJECT, POJO -> "an object";
            case STRING, BINARY, MISSING -> "a string";
        };
    }

    /// The tags with more of them. A key in another casing is the same key; it gets the casing that was given last.
    public static ObjectNode merged(ObjectNode present, ObjectNode more) {
        ObjectNode tags = present.deepCopy();
        more.properties().forEach(tag -> {
            same(tags, tag.getKey()).ifPresent(tags::remove);
            tags.set(tag.getKey(), tag.getValue());
        });
        return tags;
    }

    /// The tags without those of these keys.
    public static ObjectNode without(ObjectNode present, Collection<String> keys) {
        ObjectNode tags = present.deepCopy();
        keys.forEach(key -> same(tags, key).ifPresent(tags::remove));
        return tags;
    }

    /// The key as it is among the tags, if it is there.
    public static Optional<String> same(ObjectNode tags, String key) {
        return tags.propertyNames().stream().filter(key::equalsIgnoreCase).findFirst();
    }
}
