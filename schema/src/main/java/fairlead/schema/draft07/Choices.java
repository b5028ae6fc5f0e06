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
        public boolean fits(JsonNode value, Validation validation) {
            for (int i = 0; i < shapes.size(); i++) {
                if (!shapes.get(i).fits(value, validation)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            for (Shape part : shapes) {
                part.explain(value, validation);
            }
        }
    }

    record Any(List<Shape> shapes) implements Check {
        @Override
        public boolean fits(JsonNode value, Validation validation) {
            for (int i = 0; i < shapes.size(); i++) {
                if (validation.tryFit(shapes.get(i), value)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            if (!fits(value, validation)) {
                String expected = "at least one of " + shapes.size() + " alternatives to fit";
                validation.reportChoice(shape, "anyOf", expected, value, 0, closest(shapes, value, validation));
            }
        }
    }

    record One(List<Shape> shapes) implements Check {
        @Override
        public boolean fits(JsonNode value, Validation validation) {
            return fitting(value, validation, 2) == 1;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            int fitting = fitting(value, validation, Integer.MAX_VALUE);
            if (fitting != 1) {
                String expected = "exactly one of " + shapes.size() + " alternatives to fit";
                List<Violation> causes = fitting == 0 ? closest(shapes, value, validation) : List.of();
                validation.reportChoice(shape, "oneOf", expected, value, fitting, causes);
            }
        }

        private int fitting(JsonNode value, Validation validation, int enough) {
            int fitting = 0;
            for (int i = 0; i < shapes.size() && fitting < enough; i++) {
                if (validation.tryFit(shapes.get(i), value)) {
                    fitting++;
                }
            }
            return fitting;
        }
    }

    record Not(Shape part) implements Check {
        @Override
        public boolean fits(JsonNode value, Validation validation) {
            return !validation.tryFit(part, value);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            if (!fits(value, validation)) {
                validation.report(shape, "not", "a value that does not fit the schema of 'not'", value);
            }
        }
    }

    record Condition(Shape test, Optional<Shape> then, Optional<Shape> otherwise) implements Check {
        @Override
        public boolean fits(JsonNode value, Validation validation) {
            Shape next = next(value, validation);
            return next == null || next.fits(value, validation);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            Shape next = next(value, validation);
            if (next != null) {
                next.explain(value, validation);
            }
        }

        private @Nullable Shape next(JsonNode value, Validation validation) {
            return (validation.tryFit(test, value) ? then : otherwise).orElse(null);
        }
    }

    /// What is wrong with the alternative that comes closest.
    private static List<Violation> closest(List<Shape> shapes, JsonNode value, Validation validation) {
        List<Violation> closest = List.of();
        int least = Integer.MAX_VALUE;
        for (Shape shape : shapes) {
            List<Violation> wrong = validation.attempt(shape, value);
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
