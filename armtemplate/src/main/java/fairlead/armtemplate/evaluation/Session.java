package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// How much one compilation may do, and what it has done.
public final class Session {

    /// How large a value may be, in characters and items.
    public static final long LARGEST_VALUE = 4L * 1024 * 1024;

    private static final long MOST_WORK = 100_000_000;
    private static final long MOST_CALLS = 2_000_000;
    private static final long MOST_PARTS = 500_000;
    private static final int DEEPEST = 256;

    private final Map<String, Term> terms = new HashMap<>();
    private long work;
    private long calls;
    private long parts;
    private int depth;

    /// @throws fairlead.armtemplate.expression.ParseException if it is no expression
    Term term(String text) {
        Term found = terms.get(text);
        if (found == null) {
            found = Parser.parse(text);
            terms.put(text, found);
        }
        return found;
    }

    void enter() {
        if (++depth > DEEPEST) {
            throw new EvaluationException(
                    "The template language expressions refer to each other in more than '" + DEEPEST + "' levels.");
        }
        step();
    }

    /// Counts a value that is looked at.
    void step() {
        if (++calls > MOST_CALLS) {
            throw tooMuch();
        }
    }

    /// Counts a part of the document.
    void part() {
        if (++parts > MOST_PARTS) {
            throw tooMuch();
        }
    }

    void leave() {
        depth--;
    }

    /// Counts what a function looks at.
    void looksAt(JsonNode value) {
        work += value.isString() ? value.stringValue().length() / 8 : value.size();
        if (work > MOST_WORK) {
            throw tooMuch();
        }
    }

    /// @return the value, if it is not too large
    public JsonNode made(JsonNode value) {
        if (!value.isContainer() && !value.isString()) {
            return value;
        }
        long size = Values.size(value, LARGEST_VALUE);
        work += size;
        if (size > LARGEST_VALUE) {
            throw new EvaluationException(
                    "The template language expression evaluates to a value larger than the limit of '" + LARGEST_VALUE
                            + "' characters and items.");
        }
        if (work > MOST_WORK) {
            throw tooMuch();
        }
        return value;
    }

    private static ExhaustedException tooMuch() {
        return new ExhaustedException("The template language expressions take more evaluation than the limit allows.");
    }
}
