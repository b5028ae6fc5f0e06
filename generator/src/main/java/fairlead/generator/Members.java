package fairlead.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The conditions of several schemas on an object, without those on its members' values.
///
/// @param declared the names of properties, in the order of the document
/// @param required the names that have to be there
/// @param patterns the expressions of `patternProperties`
/// @param dependencies for a name, those that have to be there with it
/// @param open whether there may be others
record Members(
        List<String> declared,
        Set<String> required,
        List<String> patterns,
        Map<String, List<String>> dependencies,
        int fewest,
        int most,
        boolean open) {

    static Members of(List<Source> parts) {
        Set<String> declared = new LinkedHashSet<>();
        Set<String> required = new LinkedHashSet<>();
        Set<String> patterns = new LinkedHashSet<>();
        Map<String, List<String>> dependencies = new LinkedHashMap<>();
        int fewest = 0;
        int most = Integer.MAX_VALUE;
        boolean open = true;
        for (Source part : parts) {
            declared.addAll(part.schema().path("properties").propertyNames());
            patterns.addAll(part.schema().path("patternProperties").propertyNames());
            required.addAll(texts(part.schema().path("required")));
            for (Map.Entry<String, JsonNode> one :
                    part.schema().path("dependencies").properties()) {
                dependencies
                        .computeIfAbsent(one.getKey(), _ -> new ArrayList<>())
                        .addAll(texts(one.getValue()));
            }
            fewest = Math.max(fewest, part.count("minProperties", 0));
            most = Math.min(most, part.count("maxProperties", Integer.MAX_VALUE));
            open &= part.schema().path("additionalProperties").asBoolean(true);
        }
        return new Members(List.copyOf(declared), required, List.copyOf(patterns), dependencies, fewest, most, open);
    }

    private static List<String> texts(JsonNode list) {
        return list.isArray()
                ? list.valueStream().map(node -> node.asString("")).toList()
                : List.of();
    }

    boolean any() {
        return !declared.isEmpty() || !required.isEmpty() || !patterns.isEmpty() || fewest > 0 || !open;
    }
}
