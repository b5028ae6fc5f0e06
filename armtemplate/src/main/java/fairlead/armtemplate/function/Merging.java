package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.ANY;
import static fairlead.armtemplate.function.Library.add;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Functions that bring several arrays or objects together.
final class Merging {

    private Merging() {}

    static void register() {
        add("union", 2, ANY, Merging::union);
        add("intersection", 2, ANY, Merging::intersection);
        add("shallowMerge", 1, Merging::shallowMerge);
    }

    private static JsonNode union(Arguments a) {
        if (a.get(0).isArray()) {
            Distinct made = new Distinct();
            for (int i = 0; i < a.count(); i++) {
                a.array(i).forEach(made::add);
            }
            return made.items();
        }
        ObjectNode made = Values.object();
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < a.count(); i++) {
            merge(made, names, a.object(i), true);
        }
        return made;
    }

    /// Objects in objects are merged as well if the merge is deep; anything else is replaced.
    ///
    /// @param names those of the object that is made, by their forms in lower case
    private static void merge(ObjectNode made, Map<String, String> names, JsonNode other, boolean deep) {
        other.properties().forEach(member -> {
            String name = names.computeIfAbsent(member.getKey().toLowerCase(Locale.ROOT), _ -> member.getKey());
            JsonNode before = made.get(name);
            if (deep && before != null && before.isObject() && member.getValue().isObject()) {
                ObjectNode merged = Values.object();
                Map<String, String> inside = new HashMap<>();
                merge(merged, inside, before, true);
                merge(merged, inside, member.getValue(), true);
                made.set(name, merged);
            } else {
                made.set(name, member.getValue());
            }
        });
    }

    private static JsonNode shallowMerge(Arguments a) {
        ObjectNode made = Values.object();
        Map<String, String> names = new HashMap<>();
        for (JsonNode item : a.array(0)) {
            if (!item.isObject()) {
                throw a.fault("each item has to be of type 'Object', one is of type '" + Values.kind(item) + "'");
            }
            merge(made, names, item, false);
        }
        return made;
    }

    private static JsonNode intersection(Arguments a) {
        JsonNode made = a.get(0);
        if (made.isArray()) {
            ArrayNode common = Collections.distinct(made);
            for (int i = 1; i < a.count(); i++) {
                common = common(common, a.array(i));
            }
            return common;
        }
        ObjectNode common = Values.object();
        a.object(0).properties().forEach(member -> common.set(member.getKey(), member.getValue()));
        for (int i = 1; i < a.count(); i++) {
            JsonNode other = a.object(i);
            Map<String, String> names = Values.names(other);
            common.properties().removeIf(member -> {
                String name = names.get(member.getKey().toLowerCase(Locale.ROOT));
                return name == null || !Values.same(other.get(name), member.getValue());
            });
        }
        return common;
    }

    private static ArrayNode common(ArrayNode one, JsonNode other) {
        Distinct there = new Distinct();
        other.forEach(there::add);
        ArrayNode common = Values.array();
        for (JsonNode item : one) {
            if (there.holds(item)) {
                common.add(item);
            }
        }
        return common;
    }
}
