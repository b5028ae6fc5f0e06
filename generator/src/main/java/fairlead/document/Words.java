package fairlead.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Describes in words what a schema asks for.
///
/// @param link the link to what a reference names; empty if that has no place of its own
record Words(Function<JsonNode, Optional<String>> link) {

    private static final int MOST_VALUES = 20;

    /// `integer; 1 to 10; default 3`.
    String type(JsonNode schema) {
        Optional<String> linked = link.apply(schema);
        if (linked.isPresent()) {
            return linked.get();
        }
        List<String> words = new ArrayList<>();
        words.add(kind(schema));
        values(schema, words);
        limits(schema, "minimum", "maximum", "", words);
        if (schema.has("exclusiveMinimum")) {
            words.add("more than " + schema.path("exclusiveMinimum"));
        }
        if (schema.has("exclusiveMaximum")) {
            words.add("less than " + schema.path("exclusiveMaximum"));
        }
        if (schema.has("multipleOf")) {
            words.add("a multiple of " + schema.path("multipleOf"));
        }
        limits(schema, "minLength", "maxLength", " characters", words);
        limits(schema, "minItems", "maxItems", " items", words);
        limits(schema, "minProperties", "maxProperties", " properties", words);
        if (schema.path("uniqueItems").asBoolean(false)) {
            words.add("all different");
        }
        text(schema, "format", "format ", words);
        text(schema, "pattern", "matches ", words);
        Optional.of(choices(schema)).filter(choices -> !choices.isEmpty()).ifPresent(words::add);
        if (schema.has("default")) {
            words.add("default " + Markdown.code(schema.path("default").toString()));
        }
        return String.join("; ", words);
    }

    private String kind(JsonNode schema) {
        JsonNode type = schema.path("type");
        String name = type.isArray()
                ? type.valueStream().map(one -> one.asString("")).collect(Collectors.joining(" or "))
                : type.asString(schema.has("properties") ? "object" : "any");
        JsonNode items = schema.path("items");
        boolean shown = items.isObject() && !items.has("properties");
        return shown ? name + " of " + type(items) : items.isObject() ? name + " of object" : name;
    }

    private static void values(JsonNode schema, List<String> words) {
        if (schema.has("const")) {
            words.add("always " + Markdown.code(schema.path("const").toString()));
        }
        JsonNode values = schema.path("enum");
        if (values.isArray()) {
            String shown = values.valueStream()
                    .limit(MOST_VALUES)
                    .map(value -> Markdown.code(value.asString(value.toString())))
                    .collect(Collectors.joining(", "));
            words.add("one of " + shown + (values.size() > MOST_VALUES ? ", …" : ""));
        }
    }

    private static void text(JsonNode schema, String keyword, String before, List<String> words) {
        if (schema.path(keyword).isString()) {
            words.add(before + Markdown.code(schema.path(keyword).stringValue()));
        }
    }

    private static void limits(JsonNode schema, String least, String most, String unit, List<String> words) {
        if (schema.has(least) && schema.path(least).equals(schema.path(most))) {
            words.add(schema.path(least) + unit);
        } else if (schema.has(least) && schema.has(most)) {
            words.add(schema.path(least) + " to " + schema.path(most) + unit);
        } else if (schema.has(least)) {
            words.add("at least " + schema.path(least) + unit);
        } else if (schema.has(most)) {
            words.add("at most " + schema.path(most) + unit);
        }
    }

    /// `exactly one of: with A, with B`; empty if there is no choice.
    String choices(JsonNode schema) {
        List<String> choices = new ArrayList<>();
        alternatives(schema, "oneOf", "exactly one of: ", choices);
        alternatives(schema, "anyOf", "at least one of: ", choices);
        alternatives(schema, "allOf", "all of: ", choices);
        return String.join("; ", choices);
    }

    private void alternatives(JsonNode schema, String keyword, String before, List<String> choices) {
        if (schema.path(keyword).isArray()) {
            choices.add(before
                    + schema.path(keyword).valueStream().map(this::alternative).collect(Collectors.joining(", ")));
        }
    }

    private String alternative(JsonNode schema) {
        JsonNode required = schema.path("required");
        boolean bare = required.isArray() && !schema.has("type") && !schema.has("$ref");
        return bare
                ? "with "
                        + required.valueStream()
                                .map(name -> Markdown.code(name.asString("")))
                                .collect(Collectors.joining(" and "))
                : type(schema);
    }

    static String upper(String words) {
        return words.isEmpty() ? words : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
