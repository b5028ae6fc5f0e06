package fairlead.schema;

import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A path through the models of a type, as schemas write it: `/properties/Owner/Name`, `/properties/Rules/*/Id`.
///
/// A `*` stands for every item of a list and for every value of a map. References are followed silently, so the
/// path names what stands in a model and not how the schema's document is divided.
public final class PropertyPath {

    private static final String ROOT = "/properties/";
    private static final String ANY = "*";

    private final List<String> steps;

    /// A value in a model, and where it is.
    public record Located(String pointer, JsonNode value) {}

    private PropertyPath(List<String> steps) {
        this.steps = List.copyOf(steps);
    }

    /// Reads a path that begins with `/properties/`.
    public static PropertyPath parse(String schemaPointer) {
        if (!schemaPointer.startsWith(ROOT) || schemaPointer.length() == ROOT.length()) {
            throw new IllegalArgumentException(
                    "expected a path such as /properties/Name, found '" + schemaPointer + "'");
        }
        List<String> steps = new ArrayList<>();
        for (String step : schemaPointer.substring(ROOT.length()).split("/", -1)) {
            steps.add(unescape(step, schemaPointer));
        }
        if (steps.getFirst().equals(ANY)) {
            throw new IllegalArgumentException(
                    "expected the name of a property after /properties/, found '" + schemaPointer + "'");
        }
        return new PropertyPath(steps);
    }

    static Optional<PropertyPath> ifWellFormed(String schemaPointer) {
        try {
            return Optional.of(parse(schemaPointer));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String unescape(String step, String whole) {
        if (step.isEmpty()) {
            throw new IllegalArgumentException("expected a name between the slashes of '" + whole + "', found nothing");
        }
        if (!PointerSteps.isEscaped(step)) {
            throw new IllegalArgumentException("expected ~0 or ~1 for a ~, found '" + step + "' in '" + whole + "'");
        }
        return PointerSteps.unescape(step);
    }

    /// The names on the way, `*` among them.
    public List<String> steps() {
        return steps;
    }

    /// The name of the last property.
    public String name() {
        return steps.getLast();
    }

    public boolean hasWildcard() {
        return steps.contains(ANY);
    }

    /// The path as it is in a model: `/Owner/Name`.
    public String modelPointer() {
        StringBuilder text = new StringBuilder();
        for (String step : steps) {
            text.append('/').append(PointerSteps.escape(step));
        }
        return text.toString();
    }

    /// Every value that the path leads to, in the order of the model.
    public List<Located> find(JsonNode model) {
        List<Located> found = new ArrayList<>();
        find(model, 0, "", found);
        return List.copyOf(found);
    }

    private void find(JsonNode node, int depth, String pointer, List<Located> found) {
        if (depth == steps.size()) {
            found.add(new Located(pointer, node));
            return;
        }
        String step = steps.get(depth);
        if (!step.equals(ANY)) {
            node.optional(step)
                    .ifPresent(next -> find(next, depth + 1, pointer + "/" + PointerSteps.escape(step), found));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                find(node.get(i), depth + 1, pointer + "/" + i, found);
            }
        } else if (node.isObject()) {
            node.forEachEntry((name, next) -> find(next, depth + 1, pointer + "/" + PointerSteps.escape(name), found));
        }
    }

    /// The one value that a path without `*` leads to.
    public Optional<JsonNode> value(JsonNode model) {
        requireNoWildcard();
        JsonNode node = model;
        for (String step : steps) {
            JsonNode next = node.get(step);
            if (next == null) {
                return Optional.empty();
            }
            node = next;
        }
        return Optional.of(node);
    }

    /// Takes the values out of the model. What held them stays, even if nothing is left in it.
    public void remove(ObjectNode model) {
        forEachParent(model, 0, (parent, step) -> {
            if (!step.equals(ANY)) {
                if (parent instanceof ObjectNode object) {
                    object.remove(step);
                }
            } else if (parent instanceof ArrayNode array) {
                array.removeAll();
            } else if (parent instanceof ObjectNode object) {
                object.removeAll();
            }
        });
    }

    private void forEachParent(JsonNode node, int depth, BiConsumer<JsonNode, String> action) {
        String step = steps.get(depth);
        if (depth == steps.size() - 1) {
            action.accept(node, step);
        } else if (step.equals(ANY)) {
            if (node.isContainer()) {
                node.values().forEach(next -> forEachParent(next, depth + 1, action));
            }
        } else {
            node.optional(step).ifPresent(next -> forEachParent(next, depth + 1, action));
        }
    }

    /// Puts a value where a path without `*` leads, and makes the objects on the way where there are none.
    public void set(ObjectNode model, JsonNode value) {
        requireNoWildcard();
        ObjectNode parent = model;
        for (String step : steps.subList(0, steps.size() - 1)) {
            parent = parent.get(step) instanceof ObjectNode next ? next : parent.putObject(step);
        }
        parent.set(name(), value);
    }

    /// Whether a place in a model is what this path names, lies within it, or contains it.
    public boolean touches(List<String> place) {
        int common = Math.min(place.size(), steps.size());
        for (int i = 0; i < common; i++) {
            if (!steps.get(i).equals(ANY) && !steps.get(i).equals(place.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether a place in a model is what this path names, or lies within it.
    public boolean covers(List<String> place) {
        return place.size() >= steps.size() && touches(place);
    }

    /// The part of a model that lies on this path: lists and objects hold nothing else. Empty if there is none.
    Optional<JsonNode> project(JsonNode model) {
        return project(model, 0);
    }

    private Optional<JsonNode> project(JsonNode node, int depth) {
        if (depth == steps.size()) {
            return Optional.of(node);
        }
        String step = steps.get(depth);
        if (node instanceof ArrayNode array && step.equals(ANY)) {
            ArrayNode copy = array.arrayNode();
            array.values().forEach(item -> project(item, depth + 1).ifPresent(copy::add));
            return Optional.<JsonNode>of(copy).filter(list -> !list.isEmpty());
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = object.objectNode();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                if (step.equals(ANY) || step.equals(member.getKey())) {
                    project(member.getValue(), depth + 1).ifPresent(part -> copy.set(member.getKey(), part));
                }
            }
            return Optional.<JsonNode>of(copy).filter(part -> !part.isEmpty());
        }
        return Optional.empty();
    }

    private void requireNoWildcard() {
        if (hasWildcard()) {
            throw new IllegalStateException(this + " leads to many values");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PropertyPath path && steps.equals(path.steps);
    }

    @Override
    public int hashCode() {
        return steps.hashCode();
    }

    /// The path as schemas write it: `/properties/Owner/Name`.
    @Override
    public String toString() {
        return "/properties" + modelPointer();
    }
}
