package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.expression.Term;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Reference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An expression that is evaluated once all that it refers to is known. Two are equal that come to the same
/// in documents that were compiled of the same.
final class Late implements Expression.Function {

    private final Term term;
    private final String pointer;
    private final Frame frame;
    private final List<Reference> references;
    private final UnaryOperator<JsonNode> finish;

    Late(Term term, String pointer, Frame frame, List<Reference> references, UnaryOperator<JsonNode> finish) {
        this.term = term;
        this.pointer = pointer;
        this.frame = frame;
        this.references = references;
        this.finish = finish;
    }

    @Override
    public JsonNode apply(List<JsonNode> values) {
        Map<Reference, JsonNode> known = new HashMap<>();
        for (int i = 0; i < references.size(); i++) {
            known.put(references.get(i), values.get(i));
        }
        Evaluator evaluator = new Evaluator(new Session(), pointer, known);
        @Nullable JsonNode value;
        try {
            value = evaluator.evaluate(term, frame);
        } catch (EvaluationException e) {
            throw evaluator.secret() ? Masking.masked(e, term.written()) : e;
        } catch (ExhaustedException e) {
            throw new EvaluationException(String.valueOf(e.getMessage()));
        }
        if (value == null) {
            throw new EvaluationException(
                    "The template language expression '[" + term.written() + "]' refers to what is not known.");
        }
        return finish.apply(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Late late
                && term.equals(late.term)
                && pointer.equals(late.pointer)
                && references.equals(late.references)
                && frame.loops().equals(late.frame.loops())
                && frame.lambdas().equals(late.frame.lambdas())
                && Leaf.finishesNothing(finish) == Leaf.finishesNothing(late.finish);
    }

    @Override
    public int hashCode() {
        return Objects.hash(term, pointer, references);
    }
}
