package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Makes an expression of the document of an expression of the template: its value, one reference, or a
/// call of all that it does with references.
public final class Leaf {

    private Leaf() {}

    /// A string that may be an expression.
    ///
    /// @param pointer where it stands
    /// @throws EvaluationException if it can't be evaluated
    /// @throws fairlead.armtemplate.expression.ParseException if it is no expression
    public static Expression of(Session session, String text, String pointer, Frame frame) {
        return Parser.isExpression(text)
                ? of(session, session.term(text), pointer, frame)
                : Expression.Value.of(Values.text(Parser.literal(text)));
    }

    static Expression of(Session session, Term term, String pointer, Frame frame) {
        return of(session, term, pointer, frame, UnaryOperator.identity());
    }

    static Expression of(Session session, Term term, String pointer, Frame frame, UnaryOperator<JsonNode> finish) {
        Evaluator evaluator = new Evaluator(session, pointer, Map.of());
        @Nullable JsonNode value;
        try {
            value = evaluator.evaluate(term, frame);
        } catch (EvaluationException e) {
            throw evaluator.secret() ? Masking.masked(e, term.written()) : e;
        }
        Set<String> inputs = evaluator.inputs();
        if (value != null) {
            return new Expression.Value(finish.apply(value), evaluator.secret(), inputs);
        }
        List<Reference> references = List.copyOf(evaluator.references());
        if (isReference(term) && references.size() == 1 && !evaluator.secret() && finishesNothing(finish)) {
            return references.getFirst();
        }
        List<Expression> arguments = new ArrayList<>(references);
        arguments.add(new Expression.Value(JsonNodeFactory.instance.nullNode(), evaluator.secret(), inputs));
        return new Expression.Call(
                "[" + term.written() + "]", pointer, new Late(term, pointer, frame, references, finish), arguments);
    }

    static boolean finishesNothing(UnaryOperator<JsonNode> finish) {
        JsonNode bracketed = Values.text("[]");
        return finish.apply(bracketed).equals(bracketed);
    }

    private static boolean isReference(Term term) {
        return switch (term) {
            case Term.Call call ->
                call.namespace().isEmpty()
                        && call.name().equalsIgnoreCase("reference")
                        && call.arguments().size() < 3;
            case Term.Member(var of, var key) -> !(key instanceof Term.Call) && isReference(of);
            case Term.Text _, Term.Whole _ -> false;
        };
    }
}
