package fairlead.schema.lint;

import fairlead.schema.text.Percent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Schemas that all hold for one value, by their pointers: references and `allOf` are followed. What is in another
/// document is left out, as if it said nothing.
record Conjunction(Map<String, JsonNode> parts) {

    private static final List<String> TYPES =
            List.of("string", "integer", "number", "boolean", "array", "object", "null");
    private static final JsonNode NOTHING = JsonNodeFactory.instance.booleanNode(false);

    /// The schema at a pointer and all that it asks for besides.
    static Conjunction of(JsonNode document, String at) {
        return of(document, List.of(at));
    }

    static Conjunction of(JsonNode document, List<String> all) {
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        all.forEach(at -> add(document, at, parts));
        return new Conjunction(parts);
    }

    private static void add(JsonNode document, String at, Map<String, JsonNode> parts) {
        JsonNode schema = document.at(at);
        if (parts.containsKey(at) || !(schema.isObject() || schema.isBoolean())) {
            return;
        }
        String reference = schema.path("$ref").asString("");
        if (!reference.isEmpty()) {
            if (reference.startsWith("#/") && parts.putIfAbsent(at, JsonNodeFactory.instance.objectNode()) == null) {
                decoded(reference.substring(1)).ifPresent(target -> add(document, target, parts));
            }
            return;
        }
        parts.put(at, schema);
        JsonNode all = schema.path("allOf");
        for (int i = 0; i < all.size(); i++) {
            add(document, at + "/allOf/" + i, parts);
        }
    }

    private static Optional<String> decoded(String fragment) {
        try {
            return Optional.of(Percent.decode(fragment));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// What holds for a member of an object, by pointers; [Optional#empty()] if one of the schemas lets no such
    /// member be.
    Optional<List<String>> member(String name) {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, JsonNode> part : parts.entrySet()) {
            List<String> own = Members.of(part.getKey(), part.getValue(), name);
            JsonNode others = part.getValue().path("additionalProperties");
            if (own.isEmpty() && others.equals(NOTHING)) {
                return Optional.empty();
            }
            found.addAll(own);
            if (own.isEmpty() && others.isObject()) {
                found.add(part.getKey() + "/additionalProperties");
            }
        }
        return Optional.of(found);
    }

    /// What holds for the items of a list, by pointers.
    List<String> items() {
        return parts.entrySet().stream()
                .filter(part -> part.getValue().path("items").isObject())
                .map(part -> part.getKey() + "/items")
                .toList();
    }

    /// The names that an object must have, each with the place that says so.
    Map<String, String> required() {
        Map<String, String> required = new LinkedHashMap<>();
        parts.forEach((at, schema) -> {
            JsonNode names = schema.path("required");
            for (int i = 0; names.isArray() && i < names.size(); i++) {
                required.putIfAbsent(names.path(i).asString(""), at + "/required/" + i);
            }
        });
        return required;
    }

    /// The alternatives of each `oneOf` and `anyOf`, by their pointers.
    List<List<String>> alternatives() {
        List<List<String>> found = new ArrayList<>();
        parts.forEach((at, schema) -> {
            for (String keyword : List.of("oneOf", "anyOf")) {
                List<String> branches = new ArrayList<>();
                for (int i = 0;
                        schema.path(keyword).isArray()
                                && i < schema.path(keyword).size();
                        i++) {
                    branches.add(at + "/" + keyword + "/" + i);
                }
                if (!branches.isEmpty()) {
                    found.add(branches);
                }
            }
        });
        return found;
    }

    /// The values of a keyword, by the schemas that have it.
    Map<String, JsonNode> values(String keyword) {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        parts.forEach((at, schema) -> {
            if (schema.has(keyword)) {
                values.put(at, schema.path(keyword));
            }
        });
        return values;
    }

    /// The names of the types that all of them let be. What the document itself is about are objects.
    Set<String> types() {
        Set<String> types = new LinkedHashSet<>(parts.containsKey("") ? List.of("object") : TYPES);
        for (JsonNode type : values("type").values()) {
            Set<String> named = new LinkedHashSet<>();
            (type.isArray() ? type : List.of(type)).forEach(name -> named.add(name.asString("")));
            if (named.contains("number")) {
                named.add("integer");
            }
            // Words that are no types are told elsewhere, and the document's own is RESOURCE.
            if (TYPES.containsAll(named)) {
                types.retainAll(named);
            }
        }
        return types;
    }
}
