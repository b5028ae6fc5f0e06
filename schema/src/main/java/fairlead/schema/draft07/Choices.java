package fairlead.schema.draft07;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The combinators and conditionals, one record each.
final class Choices {

    /// Keywords whose breach says that another alternative was meant: the wrong type, or the wrong mark.
    private static final Set<String> TELLING = Set.of("type", "const", "enum");

    private Choices() {}

    record All(List<Shape> shapes) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            for (int i = 0; i < shapes.size(); i++) {
                if (!shapes.get(i).fits(value, walk)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            for (Shape part : shapes) {
                part.explain(value, walk);
            }
        }
    }

    record Any(List<Shape> shapes) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            for (int i = 0; i < shapes.size(); i++) {
                if (walk.tryFit(shapes.get(i), value)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            if (!fits(value, walk)) {
                String expected = "at least one of " + shapes.size() + " alternatives to fit";
                walk.reportChoice(shape, "anyOf", expected, value, 0, closest(shapes, value, walk));
            }
        }
    }

    record One(List<Shape> shapes) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            return fitting(value, walk, 2) == 1;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            int fitting = fitting(value, walk, Integer.MAX_VALUE);
            if (fitting != 1) {
                String expected = "exactly one of " + shapes.size() + " alternatives to fit";
                List<Violation> causes = fitting == 0 ? closest(shapes, value, walk) : List.of();
                walk.reportChoice(shape, "oneOf", expected, value, fitting, causes);
            }
        }

        private int fitting(JsonNode value, Walk walk, int enough) {
            int fitting = 0;
            for (int i = 0; i < shapes.size() && fitting < enough; i++) {
                if (walk.tryFit(shapes.get(i), value)) {
                    fitting++;
                }
            }
            return fitting;
        }
    }

    record Not(Shape part) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            return !walk.tryFit(part, value);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            if (!fits(value, walk)) {
                walk.report(shape, "not", "a value that does not fit the schema of 'not'", value);
            }
        }
    }

    record Condition(Shape test, Optional<Shape> then, Optional<Shape> otherwise) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            Shape next = next(value, walk);
            return next == null || next.fits(value, walk);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            Shape next = next(value, walk);
            if (next != null) {
                next.explain(value, walk);
            }
        }

        private @Nullable Shape next(JsonNode value, Walk walk) {
            return (walk.tryFit(test, value) ? then : otherwise).orElse(null);
        }
    }

    /// What is wrong with the alternative that comes closest.
    private static List<Violation> closest(List<Shape> shapes, JsonNode value, Walk walk) {
        List<Violation> closest = List.of();
        int least = Integer.MAX_VALUE;
        for (Shape shape : shapes) {
            List<Violation> wrong = walk.attempt(shape, value);
            int distance = distance(wrong);
            if (!wrong.isEmpty() && distance < least) {
                closest = wrong;
                least = distance;
            }
        }
        return closest;
    }

    /// The fewest faults are the closest, but what has the wrong type or the wrong mark is far off.
    private static int distance(List<Violation> wrong) {
        int distance = 0;
        for (Violation violation : wrong) {
            distance += TELLING.contains(violation.keyword()) ? 100 : 10;
        }
        return distance;
    }
}
