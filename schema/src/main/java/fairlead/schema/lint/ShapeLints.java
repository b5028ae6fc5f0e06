package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Advice on one schema within a document.
final class ShapeLints {

    private static final int LONGEST_ENUM = 15;

    private static final Map<String, Set<String>> KEYWORDS = Map.of(
            "string", Set.of("minLength", "maxLength", "pattern"),
            "number", Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
            "array", Set.of("items", "contains", "minItems", "maxItems", "uniqueItems", "insertionOrder", "arrayType"),
            "object",
                    Set.of(
                            "properties",
                            "patternProperties",
                            "additionalProperties",
                            "required",
                            "dependencies",
                            "minProperties",
                            "maxProperties"));

    private static final List<List<String>> RANGES = List.of(
            List.of("minLength", "maxLength"),
            List.of("minimum", "maximum"),
            List.of("exclusiveMinimum", "exclusiveMaximum"),
            List.of("exclusiveMinimum", "maximum"),
            List.of("minimum", "exclusiveMaximum"),
            List.of("minItems", "maxItems"),
            List.of("minProperties", "maxProperties"));

    private static final Set<String> SPEAKING = Set.of("type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const");

    private final List<Finding> findings;

    ShapeLints(List<Finding> findings) {
        this.findings = findings;
    }

    void look(String at, JsonNode schema) {
        keywords(at, schema);
        ranges(at, schema);
        values(at, schema);
        array(at, schema);
        object(at, schema);
        if (at.contains("/properties/") && named(at) && SPEAKING.stream().noneMatch(schema::has)) {
            silent(at, schema);
        }
    }

    private static boolean named(String at) {
        String parent = at.substring(0, at.lastIndexOf('/'));
        return parent.endsWith("/properties") && !parent.endsWith("/properties/properties");
    }

    private void silent(String at, JsonNode schema) {
        boolean tells = KEYWORDS.values().stream().flatMap(Set::stream).anyMatch(schema::has);
        warn(
                "schema.no-type",
                at,
                tells ? "expected a type, found only keywords that hold for one" : "expected a type, found none");
    }

    private void keywords(String at, JsonNode schema) {
        Set<String> types = types(schema);
        if (types.isEmpty()) {
            return;
        }
        KEYWORDS.forEach((type, keywords) -> {
            boolean fits = types.contains(type) || (type.equals("number") && types.contains("integer"));
            if (!fits) {
                keywords.stream()
                        .filter(schema::has)
                        .sorted()
                        .forEach(keyword -> misplaced(at, keyword, type, String.join(" or ", types)));
            }
        });
    }

    private void misplaced(String at, String keyword, String type, String found) {
        String message = "expected the type " + type + " beside " + keyword + ", found " + found
                + ", for which the keyword has no effect";
        String pointer = at + "/" + keyword;
        findings.add(
                keyword.equals("arrayType")
                        ? Finding.error("schema.keyword-type", pointer, message)
                        : Finding.warning("schema.keyword-type", pointer, message));
    }

    private static Set<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        Set<String> types = new java.util.LinkedHashSet<>();
        for (JsonNode name : type.isArray() ? type : List.of(type)) {
            if (name.isString()) {
                types.add(name.stringValue());
            }
        }
        return types;
    }

    private void ranges(String at, JsonNode schema) {
        for (List<String> range : RANGES) {
            JsonNode least = schema.path(range.getFirst());
            JsonNode most = schema.path(range.getLast());
            boolean exclusive =
                    range.getFirst().startsWith("ex") || range.getLast().startsWith("ex");
            if (least.isNumber() && most.isNumber() && number(least).compareTo(number(most)) >= (exclusive ? 0 : 1)) {
                warn(
                        "schema.empty-range",
                        at + "/" + range.getFirst(),
                        "expected " + (exclusive ? "less than " : "at most ") + range.getLast() + " (" + most
                                + "), found " + least
                                + "; no value is allowed");
            }
        }
    }

    private static BigDecimal number(JsonNode node) {
        return node.isIntegralNumber() ? new BigDecimal(node.bigIntegerValue()) : node.decimalValue();
    }

    private void values(String at, JsonNode schema) {
        JsonNode values = schema.path("enum");
        if (!values.isArray()) {
            return;
        }
        if (values.size() > LONGEST_ENUM) {
            warn(
                    "schema.enum-long",
                    at + "/enum",
                    "expected at most " + LONGEST_ENUM + " values, found " + values.size()
                            + "; a long list is soon out of date");
        }
        Set<String> types = types(schema);
        for (int i = 0; i < values.size(); i++) {
            JsonNode value = values.get(i);
            if (!types.isEmpty() && types.stream().noneMatch(type -> isOf(value, type))) {
                warn(
                        "schema.enum-type",
                        at + "/enum/" + i,
                        "expected a value of the type " + String.join(" or ", types) + ", found " + brief(value)
                                + ", which can never be given");
            }
        }
    }

    private static String brief(JsonNode value) {
        String text = value.toString();
        return text.length() > 60 ? text.substring(0, 59) + "…" : text;
    }

    private static boolean isOf(JsonNode value, String type) {
        return switch (type) {
            case "string" -> value.isString();
            case "integer" ->
                value.isIntegralNumber()
                        || (value.isNumber()
                                && number(value).stripTrailingZeros().scale() <= 0);
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            case "null" -> value.isNull();
            default -> true;
        };
    }

    private void array(String at, JsonNode schema) {
        if (!types(schema).equals(Set.of("array")) || schema.has("$ref")) {
            return;
        }
        if (!schema.has("insertionOrder")) {
            warn(
                    "schema.insertion-order",
                    at,
                    "expected insertionOrder, true or false, in a list, found none; the order then counts as a"
                            + " difference");
        }
        if (!schema.has("items")) {
            warn("schema.no-items", at, "expected items in a list, found none; anything can be in it");
        }
    }

    private void object(String at, JsonNode schema) {
        boolean shaped = schema.has("properties") || schema.has("patternProperties");
        if (shaped && !schema.has("additionalProperties") && !partial(at) && !schema.has("$ref")) {
            warn(
                    "schema.additional-properties",
                    at,
                    "expected additionalProperties false in an object, found none; misspelt names are let through");
        }
        names(at, schema);
    }

    /// The names of properties; those of the document itself are looked at, too.
    void names(String at, JsonNode schema) {
        for (String name : schema.path("properties").propertyNames()) {
            if (!name.isEmpty() && Character.isLowerCase(name.charAt(0))) {
                warn(
                        "schema.lower-case-name",
                        at + "/properties/" + PointerSteps.escape(name),
                        "expected a name such as " + Character.toUpperCase(name.charAt(0)) + name.substring(1)
                                + ", found '" + name + "'");
            }
        }
    }

    /// Alternatives repeat a part of what is around them.
    private static boolean partial(String at) {
        return at.matches(".*/(?:allOf|anyOf|oneOf)/[0-9]+") || at.matches(".*/dependencies/[^/]+");
    }

    private void warn(String id, String pointer, String message) {
        findings.add(Finding.warning(id, pointer, message));
    }
}
