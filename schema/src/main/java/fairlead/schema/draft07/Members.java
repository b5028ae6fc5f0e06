package fairlead.schema.draft07;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    record Matching(Regex pattern, Shape shape) {}

    /// What else must hold once a property is present: other properties, a schema for the whole object, or both.
    record Dependency(
            String name, List<String> required, @Nullable Shape shape) {}

    /// The schemas of a property's value.
    List<Shape> about(String name) {
        List<Shape> shapes = new ArrayList<>(1);
        if (named.containsKey(name)) {
            shapes.add(named.get(name));
        }
        for (Matching matching : patterns) {
            if (matching.pattern.find(name, new Budget()) == Budget.Answer.FOUND) {
                shapes.add(matching.shape);
            }
        }
        return shapes.isEmpty() && others != null ? List.of(others) : shapes;
    }

    @Override
    public boolean fits(JsonNode value, Validation validation) {
        ObjectNode object = (ObjectNode) value;
        int size = object.size();
        if (size < fewest
                || size > most
                || (validation.complete() && !fitsWhole(object, validation))
                || !validation.enter()) {
            return false;
        }
        boolean fits = true;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!fitsMember(member.getKey(), member.getValue(), validation)) {
                fits = false;
                break;
            }
        }
        validation.leave();
        return fits;
    }

    private boolean fitsWhole(ObjectNode object, Validation validation) {
        for (int i = 0; i < required.size(); i++) {
            if (object.get(required.get(i)) == null) {
                return false;
            }
        }
        for (int i = 0; i < dependencies.size(); i++) {
            if (!fitsDependency(dependencies.get(i), object, validation)) {
                return false;
            }
        }
        return names == null || fitsNames(names, object, validation);
    }

    private static boolean fitsDependency(Dependency dependency, ObjectNode object, Validation validation) {
        if (object.get(dependency.name) == null) {
            return true;
        }
        for (String name : dependency.required) {
            if (object.get(name) == null) {
                return false;
            }
        }
        return dependency.shape == null || dependency.shape.fits(object, validation);
    }

    private static boolean fitsNames(Shape names, ObjectNode object, Validation validation) {
        for (String name : object.propertyNames()) {
            if (!validation.tryFit(names, JsonNodeFactory.instance.stringNode(name))) {
                return false;
            }
        }
        return true;
    }

    private boolean fitsMember(String name, JsonNode value, Validation validation) {
        Shape shape = named.get(name);
        if (shape != null && !shape.fits(value, validation)) {
            return false;
        }
        if (patterns.isEmpty()) {
            return shape != null || others == null || others.fits(value, validation);
        }
        return fitsMatching(shape != null, name, value, validation);
    }

    private boolean fitsMatching(boolean isNamed, String name, JsonNode value, Validation validation) {
        boolean known = isNamed;
        for (int i = 0; i < patterns.size(); i++) {
            Matching matching = patterns.get(i);
            switch (matching.pattern.find(name, validation.budget())) {
                case FOUND -> {
                    known = true;
                    if (!matching.shape.fits(value, validation)) {
                        return false;
                    }
                }
                case GAVE_UP -> {
                    return false;
                }
                case NOT_FOUND -> {}
            }
        }
        return known || others == null || others.fits(value, validation);
    }

    @Override
    public void explain(JsonNode object, Shape shape, Validation validation) {
        if (validation.complete()) {
            explainRequired(object, shape, validation);
            explainDependencies(object, shape, validation);
            explainNames(object, shape, validation);
        }
        if (object.size() < fewest) {
            validation.report(shape, "minProperties", "at least " + fewest + " properties", object);
        }
        if (object.size() > most) {
            validation.report(shape, "maxProperties", "at most " + most + " properties", object);
        }
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            explainMember(member.getKey(), member.getValue(), shape, validation);
        }
    }

    private void explainMember(String name, JsonNode value, Shape holder, Validation validation) {
        Shape shape = named.get(name);
        boolean known = shape != null;
        if (shape != null) {
            validation.descend(name, shape, value);
        }
        for (Matching matching : patterns) {
            switch (matching.pattern.find(name, validation.budget())) {
                case FOUND -> {
                    known = true;
                    validation.descend(name, matching.shape, value);
                }
                case GAVE_UP -> {
                    known = true;
                    validation.reportProperty(
                            holder, Validation.TOO_SLOW, name, "a name that is quickly matched", value);
                }
                case NOT_FOUND -> {}
            }
        }
        if (!known && others != null) {
            explainOther(others, name, value, holder, validation);
        }
    }

    private void explainOther(Shape other, String name, JsonNode value, Shape holder, Validation validation) {
        if (other.forbidden) {
            boolean byPattern = named.isEmpty() && !patterns.isEmpty();
            String keyword = byPattern ? "patternProperties" : "additionalProperties";
            validation.reportProperty(holder, keyword, name, expectedNames(), value);
        } else {
            validation.descend(name, other, value);
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
        return String.join(" or ", patterns.stream().map(m -> m.pattern.text()).toList());
    }

    private void explainRequired(JsonNode object, Shape shape, Validation validation) {
        for (String name : required) {
            if (!object.has(name)) {
                validation.reportName(shape, "required", name, "a property '" + name + "'", object);
            }
        }
    }

    private void explainDependencies(JsonNode object, Shape shape, Validation validation) {
        for (Dependency dependency : dependencies) {
            if (!object.has(dependency.name)) {
                continue;
            }
            for (String name : dependency.required) {
                if (!object.has(name)) {
                    String expected = "a property '" + name + "' because there is a '" + dependency.name + "'";
                    validation.reportName(shape, "dependencies", name, expected, object);
                }
            }
            if (dependency.shape != null) {
                dependency.shape.explain(object, validation);
            }
        }
    }

    private void explainNames(JsonNode object, Shape shape, Validation validation) {
        if (names == null) {
            return;
        }
        for (String name : object.propertyNames()) {
            List<Violation> wrong = validation.attempt(names, JsonNodeFactory.instance.stringNode(name));
            if (!wrong.isEmpty()) {
                String expected = "a name that is " + wrong.getFirst().expected();
                validation.reportProperty(shape, "propertyNames", name, expected, object);
            }
        }
    }
}
