package fairlead.schema.draft07;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds schemas that refer to themselves for the same value, and cuts them: validation would never end.
///
/// A definition may contain itself through `properties` or `items`; there the value ends the recursion.
final class Cycles {

    /// How many references and combinators may be in each other for one and the same value.
    private static final int DEEPEST = 100;

    private static final int OPEN = -1;

    private final List<Flaw> flaws;
    private final Map<Shape, Integer> heights = new HashMap<>();

    Cycles(List<Flaw> flaws) {
        this.flaws = flaws;
    }

    /// Looks at shapes that it has not seen before; those they refer to must be filled.
    void cut(Collection<Shape> shapes) {
        for (Shape shape : shapes) {
            height(shape, 0);
        }
        shapes.forEach(Cycles::shorten);
    }

    private int height(Shape shape, int depth) {
        Integer known = heights.get(shape);
        if (known != null) {
            return known;
        }
        heights.put(shape, OPEN);
        int height = 1;
        for (Shape part : parts(shape)) {
            int below = depth < DEEPEST ? height(part, depth + 1) : DEEPEST;
            if (below == OPEN || below >= DEEPEST) {
                stop(shape, below == OPEN);
                height = 1;
                break;
            }
            height = Math.max(height, below + 1);
        }
        heights.put(shape, height);
        return height;
    }

    private static List<Shape> parts(Shape shape) {
        return shape.target().map(List::of).orElse(shape.inPlace);
    }

    private void stop(Shape shape, boolean circular) {
        boolean reference = shape.target().isPresent();
        String pointer = reference ? shape.pointer() + "/$ref" : shape.pointer();
        flaws.add(
                circular
                        ? new Flaw("ref-cycle", pointer, "expected a schema that ends, found one that refers to itself")
                        : new Flaw("nesting", pointer, "expected at most " + DEEPEST + " schemas in each other"));
        shape.target = null;
        shape.choices = Shape.NONE;
        shape.inPlace = List.of();
        shape.members = null;
    }

    /// Lets a reference to a reference point to its end.
    private static void shorten(Shape shape) {
        Shape target = shape.target;
        while (target != null && target.target != null) {
            target = target.target;
        }
        shape.target = target;
    }
}
