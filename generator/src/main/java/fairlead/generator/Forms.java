package fairlead.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// All forms of a document; each combination of schemas is computed once. Threads may share it.
final class Forms {

    /// The height of what has no end.
    static final int ENDLESS = 1_000;

    private final Sources sources;
    private final Map<List<Source>, Form> known = new ConcurrentHashMap<>();
    private final Map<Source, Integer> heights = new ConcurrentHashMap<>();

    Forms(Sources sources) {
        this.sources = sources;
    }

    Sources sources() {
        return sources;
    }

    /// What a value has to be that satisfies all of these schemas.
    Form of(List<Source> schemas) {
        Set<Source> parts = new LinkedHashSet<>();
        Set<Source> seen = new HashSet<>();
        boolean possible = true;
        for (Source schema : schemas) {
            possible &= flatten(schema, parts, seen);
        }
        List<Source> key = List.copyOf(parts);
        if (!possible) {
            return new Form(this, key, true);
        }
        Form form = known.get(key);
        if (form == null) {
            form = new Form(this, key, false);
            known.put(key, form);
        }
        return form;
    }

    /// Adds a schema and what it refers to. Beside a reference nothing counts (draft-07).
    private boolean flatten(Source source, Set<Source> parts, Set<Source> seen) {
        if (!seen.add(source)) {
            return true;
        }
        JsonNode schema = source.schema();
        if (schema.isBoolean()) {
            return schema.booleanValue();
        }
        if (schema.has("$ref")) {
            return sources.target(source)
                    .map(target -> flatten(target, parts, seen))
                    .orElse(true);
        }
        if (!schema.isEmpty()) {
            parts.add(source);
        }
        boolean possible = true;
        for (int i = 0; i < schema.path("allOf").size(); i++) {
            possible &= flatten(sources.child(source, "allOf", "" + i), parts, seen);
        }
        return possible;
    }

    // -- heights --------------------------------------------------------------------------------------------------

    /// How deep the smallest value of a schema is. A required property of a definition that contains itself, or an
    /// alternative that does, is what this is for.
    int height(Source source) {
        Source real = source.plain() ? sources.at(source.pointer()) : source;
        if (source.pointer().equals(Sources.NOWHERE)) {
            return 0;
        }
        if (!heights.containsKey(real)) {
            heights.putAll(measured(real));
        }
        return heights.getOrDefault(real, ENDLESS);
    }

    /// The heights of a schema and of all that count for it, unless they are known already.
    private Map<Source, Integer> measured(Source from) {
        Map<Source, Integer> measured = new HashMap<>();
        List<Source> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            Source source = open.removeLast();
            if (!heights.containsKey(source) && measured.putIfAbsent(source, ENDLESS) == null) {
                open.addAll(inner(source));
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Map.Entry<Source, Integer> entry : measured.entrySet()) {
                int height = Math.min(ENDLESS, measure(entry.getKey(), measured));
                changed |= entry.setValue(height) != height;
            }
        }
        return measured;
    }

    private int of(Source source, Map<Source, Integer> measured) {
        Integer height = measured.get(source);
        return height == null ? heights.getOrDefault(source, ENDLESS) : height;
    }

    /// The schemas that count for the smallest value.
    private List<Source> inner(Source source) {
        List<Source> inner = new ArrayList<>();
        if (source.schema().has("$ref")) {
            sources.target(source).ifPresent(inner::add);
            return inner;
        }
        inner.addAll(required(source));
        inner.addAll(items(source));
        for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
            inner.addAll(list(source, keyword));
        }
        return inner;
    }

    private List<Source> required(Source source) {
        List<Source> required = new ArrayList<>();
        for (JsonNode name : source.schema().path("required")) {
            if (source.schema().path("properties").has(name.asString(""))) {
                required.add(sources.child(source, "properties", name.asString("")));
            }
        }
        return required;
    }

    private List<Source> items(Source source) {
        boolean needed =
                source.count("minItems", 0) > 0 && source.schema().path("items").isObject();
        return needed ? List.of(sources.child(source, "items")) : List.of();
    }

    private List<Source> list(Source source, String keyword) {
        List<Source> list = new ArrayList<>();
        for (int i = 0; i < source.schema().path(keyword).size(); i++) {
            list.add(sources.child(source, keyword, "" + i));
        }
        return list;
    }

    private int measure(Source source, Map<Source, Integer> measured) {
        if (source.schema().has("$ref")) {
            return sources.target(source).map(target -> of(target, measured)).orElse(0);
        }
        int height = 0;
        for (Source below : required(source)) {
            height = Math.max(height, 1 + of(below, measured));
        }
        for (Source below : items(source)) {
            height = Math.max(height, 1 + of(below, measured));
        }
        for (Source part : list(source, "allOf")) {
            height = Math.max(height, of(part, measured));
        }
        for (String keyword : List.of("anyOf", "oneOf")) {
            height = Math.max(
                    height,
                    list(source, keyword).stream()
                            .mapToInt(part -> of(part, measured))
                            .min()
                            .orElse(0));
        }
        return height;
    }
}
