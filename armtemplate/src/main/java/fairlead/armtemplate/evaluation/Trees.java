package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes expressions of the document of values of the template, and says all that is wrong in them.
public final class Trees {

    private final Session session;
    private final BiConsumer<String, String> faults;
    private final UnaryOperator<JsonNode> finish;

    /// @param faults is given the pointer and the text of each fault
    public Trees(Session session, BiConsumer<String, String> faults) {
        this(session, faults, UnaryOperator.identity());
    }

    private Trees(Session session, BiConsumer<String, String> faults, UnaryOperator<JsonNode> finish) {
        this.session = session;
        this.faults = faults;
        this.finish = finish;
    }

    /// Makes values that stand for themselves when they are read as a template again.
    public Trees escaping() {
        return new Trees(session, faults, Trees::escaped);
    }

    /// Says that something is wrong.
    public void fault(String pointer, @Nullable String message) {
        faults.accept(pointer, String.valueOf(message));
    }

    private static JsonNode escaped(JsonNode value) {
        if (value.isString()) {
            return Values.text(Parser.escaped(value.stringValue()));
        }
        if (value.isArray()) {
            ArrayNode made = JsonNodeFactory.instance.arrayNode();
            value.forEach(item -> made.add(escaped(item)));
            return made;
        }
        if (value.isObject()) {
            ObjectNode made = JsonNodeFactory.instance.objectNode();
            value.properties().forEach(member -> made.set(Parser.escaped(member.getKey()), escaped(member.getValue())));
            return made;
        }
        return value;
    }

    /// A value that has to be known before anything is deployed.
    ///
    /// @return empty if something is wrong with it, which has been said
    public Optional<Bound> known(JsonNode value, String pointer, Frame frame) {
        try {
            return Optional.of(knownOrThrow(value, pointer, frame));
        } catch (EvaluationException | ParseException e) {
            fault(pointer, e.getMessage());
            return Optional.empty();
        }
    }

    /// A value that has to be known, where the caller says what is wrong with it.
    ///
    /// @throws EvaluationException if it can't be evaluated
    /// @throws ParseException if a string in it is no expression
    public Bound knownOrThrow(JsonNode value, String pointer, Frame frame) {
        Evaluator evaluator = new Evaluator(session, pointer, Map.of());
        @Nullable JsonNode made;
        try {
            made = evaluator.tree(value, frame);
        } catch (EvaluationException e) {
            throw evaluator.secret() ? Masking.masked(e, value.toString()) : e;
        }
        if (made == null) {
            throw new EvaluationException("The value has to be known before anything is deployed.");
        }
        return new Bound(session.made(made), evaluator.secret(), evaluator.inputs());
    }

    /// A value of which parts may be known later.
    public Expression expression(JsonNode value, String pointer, Frame frame) {
        session.part();
        try {
            return switch (value.getNodeType()) {
                case STRING -> string(value.stringValue(), pointer, frame);
                case OBJECT -> object(value, pointer, frame);
                case ARRAY -> {
                    List<Expression> items = new ArrayList<>();
                    for (int i = 0; i < value.size(); i++) {
                        items.add(expression(value.get(i), pointer + "/" + i, frame));
                    }
                    yield new Expression.ArrayOf(items);
                }
                case NULL, BOOLEAN, NUMBER, MISSING, BINARY, POJO -> Expression.Value.of(value);
            };
        } catch (EvaluationException | ParseException e) {
            faults.accept(pointer, e.getMessage());
            return new Expression.Absent();
        }
    }

    private Expression string(String text, String pointer, Frame frame) {
        return Parser.isExpression(text)
                ? Leaf.of(session, session.term(text), pointer, frame, finish)
                : Expression.Value.of(finish.apply(Values.text(Parser.literal(text))));
    }

    private Expression object(JsonNode value, String pointer, Frame frame) {
        Map<String, Expression> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            String name = member.getKey();
            String below = pointer + "/" + PointerSteps.escape(name);
            if (Loop.isLoops(name, member.getValue())) {
                loops(members, member.getValue(), below, frame);
            } else {
                String evaluated = new Evaluator(session, below, Map.of()).name(name, frame);
                members.put(
                        finish.apply(Values.text(evaluated)).stringValue(),
                        expression(member.getValue(), below, frame));
            }
        }
        return Expression.object(members);
    }

    private void loops(Map<String, Expression> members, JsonNode loops, String pointer, Frame frame) {
        for (int i = 0; i < loops.size(); i++) {
            String below = pointer + "/" + i;
            try {
                Loop loop = Loop.read(loops.get(i), new Evaluator(session, below, Map.of()), frame);
                List<Expression> items = new ArrayList<>();
                for (long turn = 0; turn < loop.count(); turn++) {
                    items.add(expression(loop.input(), below + "/input", frame.turn(loop.name(), turn)));
                }
                members.put(loop.name(), new Expression.ArrayOf(items));
            } catch (EvaluationException | ParseException e) {
                faults.accept(below, e.getMessage());
            }
        }
    }
}
