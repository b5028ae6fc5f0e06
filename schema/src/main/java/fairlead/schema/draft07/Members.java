package fairlead.schema.draft07;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a schema says about an object: its properties, which must be there, how many there may be.
///
/// @param others the schema of properties that are neither named nor match a pattern; null where anything goes
record Members(
        Map<String, Shape> named,
        List<Matching> patterns,
        @Nullable Shape others,
        List<String> required,
        int fewest,
        int most,
        @Nullable Shape names,
        List<Dependency> dependencies)
        implements Check {

    record Matching(Pattern pattern, Shape shape) {}

    /// What else must hold once a property is present: other properties, a schema for the whole object, or both.
    record Dependency(
            String name, List<String> required, @Nullable Shape shape) {}

    @Override
    public void check(JsonNode object, Walk walk) {
        if (walk.full()) {
            checkRequired(object, walk);
            checkDependencies(object, walk);
            checkNames(object, walk);
        }
        checkSize(object, walk);
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            checkMember(member.getKey(), member.getValue(), walk);
        }
    }

    private void checkMember(String name, JsonNode value, Walk walk) {
        Shape shape = named.get(name);
        boolean known = shape != null;
        if (shape != null) {
            walk.descend(name, shape, value);
        }
        for (Matching matching : patterns) {
            switch (walk.budget().find(matching.pattern, name)) {
                case FOUND -> {
                    known = true;
                    walk.descend(name, matching.shape, value);
                }
                case GAVE_UP -> {
                    known = true;
                    walk.reportProperty("pattern-too-slow", name, "a name that is quickly matched", value);
                }
                case NOT_FOUND -> {}
            }
        }
        if (!known && others != null) {
            checkOther(others, name, value, walk);
        }
    }

    private void checkOther(Shape other, String name, JsonNode value, Walk walk) {
        if (other.forbidden) {
            boolean byPattern = named.isEmpty() && !patterns.isEmpty();
            walk.reportProperty(byPattern ? "patternProperties" : "additionalProperties", name, expectedNames(), value);
        } else {
            walk.descend(name, other, value);
        }
    }

    private String expectedNames() {
        if (named.isEmpty()) {
            return patterns.isEmpty() ? "no properties" : "a name that matches " + expectedPatterns();
        }
        List<String> names = List.copyOf(named.keySet());
        boolean many = names.size() > 12;
        return "one of " + String.join(", ", many ? names.subList(0, 12) : names) + (many ? ", …" : "");
    }

    private String expectedPatterns() {
        return String.join(
                " or ", patterns.stream().map(m -> m.pattern.pattern()).toList());
    }

    private void checkRequired(JsonNode object, Walk walk) {
        for (String name : required) {
            if (!object.has(name)) {
                walk.reportName("required", name, "a property '" + name + "'", object);
            }
        }
    }

    private void checkDependencies(JsonNode object, Walk walk) {
        for (Dependency dependency : dependencies) {
            if (!object.has(dependency.name)) {
                continue;
            }
            for (String name : dependency.required) {
                if (!object.has(name)) {
                    String expected = "a property '" + name + "' because there is a '" + dependency.name + "'";
                    walk.reportName("dependencies", name, expected, object);
                }
            }
            if (dependency.shape != null) {
                dependency.shape.check(object, walk);
            }
        }
    }

    private void checkNames(JsonNode object, Walk walk) {
        if (names == null) {
            return;
        }
        for (String name : object.propertyNames()) {
            List<Violation> wrong =
                    walk.attempt(names, tools.jackson.databind.node.JsonNodeFactory.instance.stringNode(name));
            if (!wrong.isEmpty()) {
                String expected = "a name that is " + wrong.getFirst().expected();
                walk.reportProperty("propertyNames", name, expected, object);
            }
        }
    }

    private void checkSize(JsonNode object, Walk walk) {
        if (object.size() < fewest) {
            walk.report("minProperties", "at least " + fewest + " properties", object);
        }
        if (object.size() > most) {
            walk.report("maxProperties", "at most " + most + " properties", object);
        }
    }
}
