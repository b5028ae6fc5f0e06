package fairlead.server.access.policy.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One look at some facts: where in the lists of a resource a rule is, how much work it has been, and, if that is asked
/// for, what was compared with what. Used by one thread.
public final class Evaluation {

    private static final int MOST_STEPS = 100_000;

    private final Facts facts;
    private final @Nullable List<Compared> record;
    private @Nullable Element element;
    private int steps;

    /// @param record is filled with what is compared; null if that is not wanted
    private Evaluation(Facts facts, @Nullable List<Compared> record) {
        this.facts = facts;
        this.record = record;
    }

    /// One of which only the result counts.
    public static Evaluation of(Facts facts) {
        return new Evaluation(facts, null);
    }

    /// One that writes down what it compares.
    public static Evaluation explained(Facts facts, List<Compared> record) {
        return new Evaluation(facts, record);
    }

    /// A comparison that a rule has made.
    ///
    /// @param kind `Field`, `Value` or `Count`
    /// @param expression what was looked at
    /// @param value what was found there
    /// @param operator as the rule names it
    /// @param target what it was compared with
    public record Compared(
            String kind, String expression, JsonNode value, String operator, JsonNode target, boolean result) {}

    /// The element of a list at which a `count` is.
    ///
    /// @param list the field of that list; null for a list of values
    /// @param name by which `current()` asks for it
    /// @param outer the one around it
    record Element(
            @Nullable Field list,
            String name,
            JsonNode value,
            @Nullable Element outer) {}

    /// The rule has taken more steps than it may.
    public static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLong() {
            super("the rule has taken more than " + MOST_STEPS + " comparisons", null, false, false);
        }
    }

    Facts facts() {
        return facts;
    }

    /// Counts a comparison; throws [TooLong] when there were too many.
    void step() {
        if (++steps > MOST_STEPS) {
            throw new TooLong();
        }
    }

    /// Begins to count the work anew, of another rule.
    public Evaluation again() {
        steps = 0;
        element = null;
        return this;
    }

    boolean isRecorded() {
        return record != null && element == null;
    }

    void record(Compared compared) {
        if (record != null) {
            record.add(compared);
        }
    }

    @Nullable
    Element element() {
        return element;
    }

    void enter(@Nullable Field list, String name, JsonNode value) {
        element = new Element(list, name, value, element);
    }

    void leave() {
        Element present = element;
        element = present == null ? null : present.outer();
    }
}
