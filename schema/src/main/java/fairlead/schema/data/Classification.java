package fairlead.schema.data;

import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// The classes of a type's data: what is said of a path holds for all that is in it, unless something else is said
/// there. A `*` stands for the items of a list and the values of a map.
public final class Classification {

    /// Of a type of whose data nothing is said.
    public static final Classification NONE = new Classification(Map.of());

    /// What stands in the place of a value that is not to be shown.
    public static final String REDACTED = "(redacted)";

    private static final String ANY = "*";

    private final Map<PropertyPath, DataClass> said;
    private final boolean sensitive;
    private final Node root = new Node();

    private static final class Node {
        private @Nullable DataClass said;
        private final Map<String, Node> within = new LinkedHashMap<>();

        private @Nullable Node at(String step) {
            Node named = within.get(step);
            return named != null ? named : within.get(ANY);
        }
    }

    private Classification(Map<PropertyPath, DataClass> said) {
        this.said = Collections.unmodifiableMap(new LinkedHashMap<>(said));
        sensitive = said.values().stream().anyMatch(DataClass::sensitive);
        said.forEach((path, dataClass) -> {
            Node node = root;
            for (String step : path.steps()) {
                node = node.within.computeIfAbsent(step, _ -> new Node());
            }
            node.said = dataClass;
        });
    }

    /// @param said the class of some paths
    public static Classification of(Map<PropertyPath, DataClass> said) {
        return said.isEmpty() ? NONE : new Classification(said);
    }

    /// What a document says by paths and words. Throws [IllegalArgumentException] with what is wrong with it.
    public static Classification read(ObjectNode document) {
        Map<PropertyPath, DataClass> said = new LinkedHashMap<>();
        document.forEachEntry((path, word) -> said.put(PropertyPath.parse(path), DataClass.of(word.asString(""))));
        return of(said);
    }

    /// What is said, by path.
    public Map<PropertyPath, DataClass> said() {
        return said;
    }

    /// The class of a path; empty if nothing is said of it, nor of what it is in.
    public Optional<DataClass> at(PropertyPath path) {
        Optional<DataClass> nearest = Optional.empty();
        Node node = root;
        for (String step : path.steps()) {
            Node next = node.at(step);
            if (next == null) {
                return nearest;
            }
            node = next;
            nearest = node.said == null ? nearest : Optional.of(node.said);
        }
        return nearest;
    }

    /// The paths of which it is said that they are of a class.
    public List<PropertyPath> of(DataClass dataClass) {
        return said.entrySet().stream()
                .filter(entry -> entry.getValue() == dataClass)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Whether some data are of one of these classes.
    public boolean hasAny(Set<DataClass> classes) {
        return said.values().stream().anyMatch(classes::contains);
    }

    /// Whether some data are to be kept out of logs, traces, events and audit records.
    public boolean isSensitive() {
        return sensitive;
    }

    /// The values of sensitive classes in a model. A list or an object is one value if all that is in it is of one
    /// class.
    public List<JsonNode> sensitiveIn(ObjectNode model) {
        List<JsonNode> found = new ArrayList<>();
        if (isSensitive()) {
            redacted(model, root, null, found::add);
        }
        return found;
    }

    /// A model as it may be written where people look: values of sensitive classes are replaced.
    public ObjectNode redacted(ObjectNode model) {
        return isSensitive() ? (ObjectNode) redacted(model, root, null, _ -> {}) : model;
    }

    private static JsonNode redacted(
            JsonNode value, @Nullable Node node, @Nullable DataClass above, Consumer<JsonNode> hidden) {
        DataClass effective = node != null && node.said != null ? node.said : above;
        boolean hides = effective != null && effective.sensitive();
        if (node == null || node.within.isEmpty() || !value.isContainer()) {
            if (hides) {
                hidden.accept(value);
            }
            return hides ? StringNode.valueOf(REDACTED) : value;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = object.objectNode();
            object.forEachEntry((name, member) -> copy.set(name, redacted(member, node.at(name), effective, hidden)));
            return copy;
        }
        ArrayNode copy = ((ArrayNode) value).arrayNode();
        value.forEach(item -> copy.add(redacted(item, node.within.get(ANY), effective, hidden)));
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Classification classification && classification.said.equals(said);
    }

    @Override
    public int hashCode() {
        return said.hashCode();
    }

    @Override
    public String toString() {
        return said.toString();
    }
}
