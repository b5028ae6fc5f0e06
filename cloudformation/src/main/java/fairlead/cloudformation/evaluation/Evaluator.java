package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.evaluation.FunctionName.Use;
import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Turns a part of a template into an expression: what depends on no resource is evaluated.
///
/// A fault is noted where it is, and the rest is looked at all the same.
public final class Evaluator {

    private final Scope scope;
    private final Block block;
    private final References references;
    private final Calls calls;
    private int depth;

    /// @param block the part of the template in which something is evaluated
    public Evaluator(Scope scope, Block block) {
        this.scope = scope;
        this.block = block;
        this.references = new References(this);
        this.calls = new Calls(this);
    }

    /// What a part comes to; empty if it can't be evaluated, and the fault has been noted.
    ///
    /// @throws fairlead.cloudformation.limit.Budget.Exceeded if it comes to more than it may
    public Optional<Expression> evaluate(Tree tree, Place place) {
        try {
            return Optional.of(of(tree, place));
        } catch (Broken noted) {
            return Optional.empty();
        }
    }

    /// What a part comes to that has to be known before anything is done; empty if it can't be, and the fault has been
    /// noted, or if it is absent.
    public Optional<Value> known(Tree tree, Place place) {
        return evaluate(tree, place).flatMap(Knowledge::of);
    }

    Scope scope() {
        return scope;
    }

    Block block() {
        return block;
    }

    Expression of(Tree tree, Place place) {
        return switch (tree) {
            case Tree.Scalar(var value, var _) -> Value.of(value);
            case Tree.Sequence(var items, var _) -> list(items, place);
            case Tree.Mapping mapping -> {
                Optional<String> key = FunctionName.call(mapping);
                yield key.isPresent()
                        ? call(key.get(), mapping.members().firstEntry().getValue(), place)
                        : object(mapping, place);
            }
        };
    }

    private Expression list(List<Tree> items, Place place) {
        List<Expression> made = new ArrayList<>(items.size());
        boolean broken = false;
        for (int i = 0; i < items.size(); i++) {
            try {
                made.add(of(items.get(i), place.item(i, items.get(i))));
            } catch (Broken noted) {
                broken = true;
            }
        }
        if (broken) {
            throw new Broken();
        }
        return new Expression.ArrayOf(made);
    }

    private Expression object(Tree.Mapping mapping, Place place) {
        SequencedMap<String, Expression> made = new LinkedHashMap<>();
        boolean broken = false;
        for (Map.Entry<String, Tree> member : mapping.members().entrySet()) {
            Place below = place.member(member.getKey(), member.getValue());
            if (member.getKey().startsWith("Fn::")) {
                throw broken(
                        FunctionName.of(member.getKey()).isPresent()
                                ? "Template error: " + member.getKey() + " has to stand alone, found "
                                        + mapping.members().keySet()
                                : FunctionName.unsupported(member.getKey(), scope.extended()),
                        below);
            }
            try {
                made.put(member.getKey(), of(member.getValue(), below));
            } catch (Broken noted) {
                broken = true;
            }
        }
        if (broken) {
            throw new Broken();
        }
        return Expression.object(made);
    }

    private Expression call(String key, Tree argument, Place outer) {
        Place place = outer.member(key, argument);
        FunctionName name =
                FunctionName.of(key).orElseThrow(() -> broken(FunctionName.unsupported(key, scope.extended()), place));
        if (name == FunctionName.TRANSFORM) {
            throw new Broken();
        }
        if (name.use() == Use.TEST || name.use() == Use.RULE) {
            throw broken(
                    name.asksAccount()
                            ? Shapes.words(name)
                            : "Template error: " + key + " can be used in conditions and rules alone",
                    place);
        }
        Optional<String> wrong = Shapes.wrong(name, argument, scope.extended());
        if (wrong.isPresent()) {
            throw broken(wrong.get(), place);
        }
        if (++depth > scope.limits().evaluated().depth()) {
            throw broken(
                    "Template error: expected at most "
                            + scope.limits().evaluated().depth() + " functions within each other, found more",
                    place);
        }
        try {
            return evaluated(name, argument, place);
        } finally {
            depth--;
        }
    }

    private Expression evaluated(FunctionName name, Tree argument, Place place) {
        return switch (name) {
            case REF -> references.ref(argument, place);
            case GET_ATT -> references.attribute(argument, place);
            case SUB -> references.sub(argument, place);
            case IMPORT_VALUE -> references.imported(argument, place);
            case JOIN -> calls.join(argument, place);
            case SELECT -> calls.select(argument, place);
            case SPLIT -> calls.split(argument, place);
            case FIND_IN_MAP -> calls.lookup(argument, place);
            case BASE64 -> calls.base64(argument, place);
            case CIDR -> calls.cidr(argument, place);
            case GET_AZS -> calls.zones(argument, place);
            case LENGTH -> calls.length(argument, place);
            case TO_JSON_STRING -> calls.json(argument, place);
            case IF -> choice(argument, place);
            case TRANSFORM,
                    AND,
                    OR,
                    NOT,
                    EQUALS,
                    CONTAINS,
                    EACH_MEMBER_EQUALS,
                    EACH_MEMBER_IN,
                    REF_ALL,
                    VALUE_OF,
                    VALUE_OF_ALL -> throw new IllegalStateException(name.key());
        };
    }

    private Expression choice(Tree argument, Place place) {
        List<Tree> items = items(argument);
        String condition = items.getFirst().text().orElseThrow();
        if (!block.mayChoose()) {
            throw broken(
                    "Template error: Fn::If can't be used in the Conditions and Rules blocks of a template", place);
        }
        if (!scope.conditions().declares(condition)) {
            throw broken(Shapes.unresolvedCondition(condition), place);
        }
        Choices.Outcome outcome = scope.conditions().of(condition).orElseThrow(Broken::new);
        int chosen = outcome.holds() ? 1 : 2;
        return Knowledge.with(of(items.get(chosen), place.item(chosen, items.get(chosen))), outcome.inputs());
    }

    static List<Tree> items(Tree argument) {
        return argument instanceof Tree.Sequence(var items, var _) ? items : List.of();
    }

    /// Notes a fault.
    Broken broken(String message, Place place) {
        scope.faults().add(message, place.pointer(), place.at());
        return new Broken();
    }

    /// A function of arguments: its value if all of them are known.
    Expression apply(FunctionName name, Place place, Expression.Function function, List<Expression> arguments) {
        List<JsonNode> values = new ArrayList<>(arguments.size());
        Set<String> inputs = new HashSet<>();
        boolean secret = false;
        boolean known = true;
        for (Expression argument : arguments) {
            if (argument instanceof Expression.Absent) {
                throw broken("Template error: " + name.key() + " can't take AWS::NoValue", place);
            }
            Optional<Value> value = Knowledge.of(argument);
            if (value.isPresent()) {
                values.add(value.get().value());
                inputs.addAll(value.get().inputs());
                secret |= value.get().secret();
            } else {
                known = false;
            }
        }
        if (!known) {
            return new Expression.Call(name.key(), place.pointer(), function, arguments);
        }
        try {
            return new Value(scope.budget().spend(function.apply(values)), secret, inputs);
        } catch (EvaluationException e) {
            throw broken(secret ? without(values, e) : String.valueOf(e.getMessage()), place);
        }
    }

    /// The message without the texts that are secret.
    private static String without(List<JsonNode> values, EvaluationException e) {
        String message = String.valueOf(e.getMessage());
        for (JsonNode value : values) {
            if (!value.isContainer() && !value.asString().isEmpty()) {
                message = message.replace(value.asString(), ResolvedParameter.MASK);
            }
        }
        return message;
    }

    /// As messages may show it.
    static String shown(Value value) {
        return value.secret() ? ResolvedParameter.MASK : value.value().asString();
    }

    /// The text that a tree comes to, which has to be known.
    ///
    /// @param otherwise what is said if it is not
    Value text(Tree tree, Place place, String otherwise) {
        Expression expression = of(tree, place);
        return Knowledge.of(expression)
                .filter(value -> !value.value().isContainer())
                .orElseThrow(() -> broken(otherwise, place));
    }
}
