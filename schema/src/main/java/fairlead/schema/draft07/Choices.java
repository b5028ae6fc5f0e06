package fairlead.schema.draft07;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The combinators and conditionals, one record each.
final class Choices {

    private Choices() {}

    record All(List<Shape> shapes) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            for (Shape shape : shapes) {
                shape.check(value, walk);
            }
        }
    }

    record Any(List<Shape> shapes) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            List<Violation> closest = List.of();
            for (Shape shape : shapes) {
                List<Violation> wrong = walk.attempt(shape, value);
                if (wrong.isEmpty()) {
                    return;
                }
                closest = closer(closest, wrong);
            }
            walk.reportChoice("anyOf", "at least one of " + shapes.size() + " alternatives to fit", value, 0, closest);
        }
    }

    record One(List<Shape> shapes) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            int fitting = 0;
            List<Violation> closest = List.of();
            for (Shape shape : shapes) {
                List<Violation> wrong = walk.attempt(shape, value);
                if (wrong.isEmpty()) {
                    fitting++;
                } else {
                    closest = closer(closest, wrong);
                }
            }
            if (fitting != 1) {
                String expected = "exactly one of " + shapes.size() + " alternatives to fit";
                walk.reportChoice("oneOf", expected, value, fitting, fitting == 0 ? closest : List.of());
            }
        }
    }

    record Not(Shape shape) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            if (walk.attempt(shape, value).isEmpty()) {
                walk.report("not", "a value that does not fit the schema of 'not'", value);
            }
        }
    }

    record Condition(Shape test, Optional<Shape> then, Optional<Shape> otherwise) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            boolean holds = walk.attempt(test, value).isEmpty();
            @Nullable Shape next = (holds ? then : otherwise).orElse(null);
            if (next != null) {
                next.check(value, walk);
            }
        }
    }

    /// Prefers the alternative with the fewest faults, and one of the right type over one of another.
    private static List<Violation> closer(List<Violation> a, List<Violation> b) {
        return a.isEmpty() || distance(b) < distance(a) ? b : a;
    }

    private static int distance(List<Violation> wrong) {
        int distance = 0;
        for (Violation violation : wrong) {
            distance += violation.keyword().equals("type") ? 100 : 1;
        }
        return distance;
    }
}
