package fairlead.schema.draft07;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/// A location in a model, as the schema sees it: all the shapes that speak about it, through references and
/// alternatives.
public final class Place {

    private final List<Shape> shapes;
    private final boolean ordered;
    private final boolean unique;
    private final int types;
    private final Map<String, Place> named = new ConcurrentHashMap<>();
    private final Map<List<Shape>, Place> known;
    private volatile Optional<Place> item = Optional.empty();

    private Place(List<Shape> shapes, Map<List<Shape>, Place> known) {
        this.shapes = shapes;
        this.known = known;
        this.ordered = shapes.stream().allMatch(shape -> shape.insertionOrder);
        this.unique = shapes.stream().anyMatch(shape -> shape.uniqueItems);
        this.types = shapes.stream().mapToInt(Shape::types).reduce(JsonType.ANY, (a, b) -> narrower(a, b));
    }

    public static Place of(Shape shape) {
        return new Place(shape.closure(), new ConcurrentHashMap<>());
    }

    /// Places of the same shapes are one: a schema that contains itself has no more places than it has shapes,
    /// however deep the models are.
    private Place place(List<Shape> found) {
        List<Shape> key = List.copyOf(new LinkedHashSet<>(found));
        return known.computeIfAbsent(key, shapes -> new Place(shapes, known));
    }

    /// The place of a property, whether named or matching a pattern; empty if the schema knows none of that name.
    public Optional<Place> property(String name) {
        Place cached = named.get(name);
        if (cached != null) {
            return Optional.of(cached);
        }
        List<Shape> found = new ArrayList<>(1);
        boolean declared = false;
        for (Shape shape : shapes) {
            Shape property = shape.properties().get(name);
            if (property != null) {
                declared = true;
                found.addAll(property.closure());
            }
            addMatching(shape, name, found);
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Place place = place(found);
        if (declared) {
            named.put(name, place);
        }
        return Optional.of(place);
    }

    /// The names of the properties that the schema declares here.
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        shapes.forEach(shape -> names.addAll(shape.properties().keySet()));
        return names;
    }

    private static void addMatching(Shape shape, String name, List<Shape> found) {
        if (shape.members == null) {
            return;
        }
        for (Members.Matching matching : shape.members.patterns()) {
            if (matching.pattern().find(name, new Budget()) == Budget.Answer.FOUND) {
                found.addAll(matching.shape().closure());
            }
        }
    }

    /// The place of a list's items.
    public Optional<Place> item() {
        if (item.isPresent()) {
            return item;
        }
        List<Shape> found = new ArrayList<>(1);
        for (Shape shape : shapes) {
            if (shape.items != null) {
                found.addAll(shape.items.closure());
            }
        }
        item = found.isEmpty() ? Optional.empty() : Optional.of(place(found));
        return item;
    }

    /// The place of any member: a list's items, or the values of a map.
    public Optional<Place> any() {
        List<Shape> found = new ArrayList<>();
        item().ifPresent(place -> found.addAll(place.shapes));
        for (Shape shape : shapes) {
            if (shape.members != null) {
                shape.members
                        .patterns()
                        .forEach(matching -> found.addAll(matching.shape().closure()));
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(place(found));
    }

    /// Whether the order of a list's items means something.
    public boolean ordered() {
        return ordered;
    }

    /// Whether a list's items are a set, in which an item counts once.
    public boolean unique() {
        return unique;
    }

    /// The types that every shape here admits, as far as they agree.
    public int types() {
        return types;
    }

    /// Whether some shape here says in so many words that null is a value.
    public boolean namesNull() {
        return shapes.stream().anyMatch(shape -> shape.types() != JsonType.ANY && JsonType.NULL.in(shape.types()));
    }

    /// The schemas that speak about this place, the nearest first.
    public List<JsonNode> sources() {
        return shapes.stream().map(Shape::source).toList();
    }

    List<Shape> shapes() {
        return shapes;
    }

    private static int narrower(int a, int b) {
        return a == JsonType.ANY ? b : b == JsonType.ANY ? a : a | b;
    }
}
