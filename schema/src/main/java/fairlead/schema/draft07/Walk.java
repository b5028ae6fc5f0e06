package fairlead.schema.draft07;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The state of one validation: where it is, what it has found, and how much matching it may still do.
final class Walk {

    /// Deeper values are not descended into: a value this deep was not read by a parser with a sane limit.
    private static final int DEEPEST = 200;

    private final Mode mode;
    private final Budget budget = new Budget();
    private final ArrayList<Violation> violations = new ArrayList<>(0);
    private int stepsLeft = 5_000_000;
    private Object[] path = new Object[16];
    private int depth;

    Walk(Mode mode) {
        this.mode = mode;
    }

    boolean full() {
        return mode == Mode.FULL;
    }

    Budget budget() {
        return budget;
    }

    List<Violation> violations() {
        return violations;
    }

    /// Counts a step. Combinators within combinators can multiply; a validation that goes on for too long is given
    /// up.
    boolean spent(JsonNode value) {
        if (--stepsLeft == 0) {
            report("effort", "a value that is checked in fewer steps", value);
        }
        return stepsLeft <= 0;
    }

    /// Checks a property's value or a list's item; the step is its name or its index.
    void descend(Object step, Shape shape, JsonNode value) {
        if (depth == DEEPEST) {
            report("depth", "at most " + DEEPEST + " levels", value);
            return;
        }
        if (depth == path.length) {
            path = Arrays.copyOf(path, depth * 2);
        }
        path[depth++] = step;
        shape.check(value, this);
        depth--;
    }

    void report(String keyword, String expected, JsonNode found) {
        violations.add(new Violation(keyword, pointer(), "", expected, found, List.of()));
    }

    void reportName(String keyword, String name, String expected, JsonNode found) {
        violations.add(new Violation(keyword, pointer(), name, expected, found, List.of()));
    }

    /// Reports at a property rather than at the object that holds it.
    void reportProperty(String keyword, String name, String expected, JsonNode found) {
        String pointer = pointer() + "/" + escape(name);
        violations.add(new Violation(keyword, pointer, name, expected, found, List.of()));
    }

    void reportChoice(String keyword, String expected, JsonNode found, int fitting, List<Violation> causes) {
        violations.add(
                new Violation(keyword, pointer(), fitting == 0 ? "none" : fitting + "", expected, found, causes));
    }

    /// Tries a shape and takes back what it found. A format is advice, so it decides nothing.
    List<Violation> attempt(Shape shape, JsonNode value) {
        int mark = violations.size();
        shape.check(value, this);
        if (violations.size() == mark) {
            return List.of();
        }
        List<Violation> tail = violations.subList(mark, violations.size());
        List<Violation> found =
                tail.stream().filter(v -> !v.keyword().equals("format")).toList();
        tail.clear();
        return found;
    }

    private String pointer() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append('/').append(escape(path[i].toString()));
        }
        return text.toString();
    }

    static String escape(String step) {
        return step.indexOf('~') < 0 && step.indexOf('/') < 0
                ? step
                : step.replace("~", "~0").replace("/", "~1");
    }
}
