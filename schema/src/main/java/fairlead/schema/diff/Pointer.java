package fairlead.schema.diff;

import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;

/// A JSON Pointer (RFC 6901): the names and indexes that lead to a value.
public record Pointer(List<String> steps) {

    public static final Pointer ROOT = new Pointer(List.of());

    public Pointer {
        steps = List.copyOf(steps);
    }

    /// @throws IllegalArgumentException if the text is no pointer
    public static Pointer parse(String text) {
        if (text.isEmpty()) {
            return ROOT;
        }
        if (text.charAt(0) != '/') {
            throw new IllegalArgumentException("expected a pointer that begins with /, found '" + text + "'");
        }
        List<String> steps = new ArrayList<>();
        for (String step : text.substring(1).split("/", -1)) {
            steps.add(unescape(step, text));
        }
        return new Pointer(steps);
    }

    private static String unescape(String step, String whole) {
        if (!PointerSteps.isEscaped(step)) {
            throw new IllegalArgumentException("expected ~0 or ~1 for a ~, found '" + whole + "'");
        }
        return PointerSteps.unescape(step);
    }

    public Pointer child(String step) {
        List<String> longer = new ArrayList<>(steps.size() + 1);
        longer.addAll(steps);
        longer.add(step);
        return new Pointer(longer);
    }

    public Pointer child(int index) {
        return child(Integer.toString(index));
    }

    public boolean isRoot() {
        return steps.isEmpty();
    }

    /// All but the last step.
    Pointer parent() {
        return new Pointer(steps.subList(0, steps.size() - 1));
    }

    String last() {
        return steps.getLast();
    }

    /// Whether the other one is this, or below it.
    boolean holds(Pointer other) {
        return other.steps.size() >= steps.size()
                && other.steps.subList(0, steps.size()).equals(steps);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String step : steps) {
            text.append('/').append(PointerSteps.escape(step));
        }
        return text.toString();
    }
}
