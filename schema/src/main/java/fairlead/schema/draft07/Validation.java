package fairlead.schema.draft07;

import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The state of one validation: where it is, what it has found, and how much matching it may still do.
final class Validation {

    /// The keyword that stands for a pattern that was given up.
    static final String TOO_SLOW = "pattern-too-slow";

    /// Deeper values are not descended into: a value this deep was not read by a parser with a sane limit.
    private static final int DEEPEST = 200;

    private static final int MOST_STEPS = 5_000_000;

    private final boolean complete;
    private final boolean choices;
    private @Nullable Budget budget;
    private int stepsLeft = MOST_STEPS;
    private int depth;
    private int attempts;

    private List<Violation> violations = List.of();
    private Object[] path = {};
    private boolean exhausted;

    Validation(Mode mode) {
        this(mode == Mode.FULL, mode == Mode.FULL);
    }

    /// @param complete whether all of an object is expected to be there
    /// @param choices whether combinators and conditionals are looked at
    Validation(boolean complete, boolean choices) {
        this.complete = complete;
        this.choices = choices;
    }

    boolean complete() {
        return complete;
    }

    boolean choices() {
        return choices;
    }

    Budget budget() {
        if (budget == null) {
            budget = new Budget();
        }
        return budget;
    }

    /// Counts a step. Combinators within combinators can multiply; a validation that goes on for too long is given
    /// up.
    boolean spent() {
        return --stepsLeft <= 0;
    }

    /// Goes one level into the value, if it is not too deep.
    boolean enter() {
        if (depth == DEEPEST) {
            return false;
        }
        depth++;
        return true;
    }

    void leave() {
        depth--;
    }

    /// Whether this looks at an alternative, in which a format decides nothing, for it is advice.
    boolean trying() {
        return attempts > 0;
    }

    boolean tryFit(Shape shape, JsonNode value) {
        attempts++;
        boolean fits = shape.fits(value, this);
        attempts--;
        return fits;
    }

    /// Finds all that is wrong with a value that does not fit.
    List<Violation> explain(Shape shape, JsonNode value) {
        violations = new ArrayList<>();
        path = new Object[16];
        // What was spent on the first look is given again, unless it was all there was.
        stepsLeft = stepsLeft <= 0 ? 1 : MOST_STEPS;
        shape.explain(value, this);
        return violations;
    }

    /// Whether explaining has to stop here; says so, once.
    boolean stopped(Shape shape, JsonNode value) {
        boolean stopped = spent();
        if (stopped && !exhausted) {
            exhausted = true;
            report(shape, "effort", "a value that is checked in fewer steps", value);
        }
        return stopped;
    }

    /// Explains a property's value or a list's item; the step is its name or its index.
    void descend(Object step, Shape shape, JsonNode value) {
        if (depth == DEEPEST) {
            report(shape, "depth", "at most " + DEEPEST + " levels", value);
            return;
        }
        if (depth == path.length) {
            path = Arrays.copyOf(path, depth * 2);
        }
        path[depth++] = step;
        shape.explain(value, this);
        depth--;
    }

    void report(Shape shape, String keyword, String expected, JsonNode found) {
        add(shape, keyword, pointer(), "", expected, found);
    }

    void reportName(Shape shape, String keyword, String name, String expected, JsonNode found) {
        add(shape, keyword, pointer(), name, expected, found);
    }

    /// Reports at a property rather than at the object that holds it.
    void reportProperty(Shape shape, String keyword, String name, String expected, JsonNode found) {
        add(shape, keyword, pointer() + "/" + PointerSteps.escape(name), name, expected, found);
    }

    private void add(Shape shape, String keyword, String pointer, String name, String expected, JsonNode found) {
        violations.add(new Violation(keyword, pointer, place(shape, keyword), name, expected, found, List.of()));
    }

    void reportChoice(
            Shape shape, String keyword, String expected, JsonNode found, int fitting, List<Violation> causes) {
        String name = fitting == 0 ? "none" : fitting + "";
        violations.add(new Violation(keyword, pointer(), place(shape, keyword), name, expected, found, causes));
    }

    private static String place(Shape shape, String keyword) {
        return switch (keyword) {
            case "false", "depth", "effort" -> shape.pointer();
            case TOO_SLOW -> shape.pointer() + "/" + (shape.members == null ? "pattern" : "patternProperties");
            default -> shape.pointer() + "/" + keyword;
        };
    }

    /// What is wrong with an alternative, without formats.
    List<Violation> attempt(Shape shape, JsonNode value) {
        int mark = violations.size();
        shape.explain(value, this);
        List<Violation> tail = violations.subList(mark, violations.size());
        List<Violation> found =
                tail.stream().filter(v -> !v.keyword().equals("format")).toList();
        tail.clear();
        return found;
    }

    private String pointer() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append('/').append(PointerSteps.escape(path[i].toString()));
        }
        return text.toString();
    }
}
