package fairlead.armtemplate;

import fairlead.armtemplate.Compiled.Result;
import fairlead.armtemplate.definition.Declarations;
import fairlead.armtemplate.definition.Problem;
import fairlead.armtemplate.definition.ValueCheck;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Loop;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The outputs of a template.
final class Outputs {

    private final Compilation compilation;
    private final Declarations declarations;
    private final SequencedMap<String, Output> made = new LinkedHashMap<>();
    private final SequencedMap<String, Result> types = new LinkedHashMap<>();

    Outputs(Compilation compilation) {
        this.compilation = compilation;
        this.declarations = compilation.declarations();
    }

    SequencedMap<String, Output> made() {
        return made;
    }

    SequencedMap<String, Result> types() {
        return types;
    }

    void all() {
        String section = compilation.template().pointer("outputs");
        compilation
                .template()
                .object("outputs")
                .properties()
                .forEach(member -> output(
                        member.getKey(), member.getValue(), section + "/" + PointerSteps.escape(member.getKey())));
    }

    private void output(String name, JsonNode written, String pointer) {
        Trees trees =
                compilation.trees(pointer, message -> "The template output '" + name + "' is not valid: " + message);
        Optional<Boolean> condition = condition(name, written, pointer, trees);
        if (condition.isEmpty() || !condition.get()) {
            return;
        }
        Frame frame = compilation.frame(Compilation.EVERYTHING);
        Optional<JsonNode> copy = Values.member(written, "copy");
        Expression value;
        if (copy.isPresent()) {
            try {
                value = loop(name, copy.get(), pointer + "/copy", frame, trees);
            } catch (EvaluationException | ParseException e) {
                compilation
                        .faults()
                        .add(pointer + "/copy", "The template output '" + name + "' is not valid: " + e.getMessage());
                return;
            }
        } else {
            value = trees.expression(
                    Values.member(written, "value").orElse(JsonNodeFactory.instance.nullNode()),
                    pointer + "/" + Values.name(written, "value").orElse("value"),
                    frame);
        }
        boolean secure = declarations.secure(written);
        Optional<String> description = Values.member(written, "metadata")
                .flatMap(metadata -> Values.member(metadata, "description"))
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue);
        made.put(name, new Output(name, typed(name, written, pointer, value, secure), description, Optional.empty()));
        types.put(name, new Result(declarations.kind(written).shown(), secure));
    }

    private Optional<Boolean> condition(String name, JsonNode written, String pointer, Trees trees) {
        Optional<JsonNode> condition = Values.member(written, "condition");
        if (condition.isEmpty()) {
            return Optional.of(true);
        }
        Optional<Bound> known =
                trees.known(condition.get(), pointer + "/condition", compilation.frame(Compilation.BEFORE));
        if (known.isPresent() && !known.get().value().isBoolean()) {
            compilation
                    .faults()
                    .add(
                            pointer + "/condition",
                            "The template output '" + name
                                    + "' is not valid: the condition is expected to be of type 'Boolean'.");
            return Optional.empty();
        }
        return known.map(bound -> bound.value().booleanValue());
    }

    private Expression loop(String name, JsonNode copy, String pointer, Frame frame, Trees trees) {
        for (String member : copy.propertyNames()) {
            if (!List.of("count", "input", "name").contains(member.toLowerCase(Locale.ROOT))) {
                throw new EvaluationException("The template copy definition has the unknown property '" + member
                        + "'. Please see https://aka.ms/arm-copy for usage details.");
            }
        }
        JsonNode count = Values.member(copy, "count").orElse(JsonNodeFactory.instance.nullNode());
        JsonNode input = Values.member(copy, "input")
                .orElseThrow(
                        () -> new EvaluationException("The template copy definition is missing the property 'input'."
                                + " Please see https://aka.ms/arm-copy for usage details."));
        Bound turns = trees.knownOrThrow(count, pointer + "/count", compilation.frame(Compilation.BEFORE));
        List<Expression> items = new ArrayList<>();
        for (long i = 0; i < Loop.count(turns.value(), name); i++) {
            items.add(trees.expression(input, pointer + "/input", frame.turn(name, i)));
        }
        return new Expression.ArrayOf(items);
    }

    /// The value, which is checked as soon as it is known.
    private Expression typed(String name, JsonNode declaration, String pointer, Expression value, boolean secure) {
        Optional<JsonNode> known = value(value);
        if (known.isPresent()) {
            check(declarations, name, declaration, known.get())
                    .ifPresent(fault -> compilation.faults().add(pointer, fault));
            return secure ? new Expression.Value(known.get(), true, Secrets.inputs(value)) : value;
        }
        Expression marker = new Expression.Value(JsonNodeFactory.instance.nullNode(), secure, Set.of());
        return new Expression.Call(
                "output",
                compilation.template().source().pointer() + pointer,
                new Checked(declarations, name, declaration),
                List.of(value, marker));
    }

    /// A value that is checked once it is known. Two are equal that check the same.
    private record Checked(Declarations declarations, String name, JsonNode declaration)
            implements Expression.Function {

        @Override
        public JsonNode apply(List<JsonNode> values) {
            Optional<String> fault = check(declarations, name, declaration, values.getFirst());
            if (fault.isPresent()) {
                throw new EvaluationException(fault.get());
            }
            return values.getFirst();
        }
    }

    private static Optional<String> check(
            Declarations declarations, String name, JsonNode declaration, JsonNode value) {
        List<Problem> problems = ValueCheck.problems(declarations, declaration, value);
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of("The template output '" + name + "' is not valid: "
                        + problems.getFirst().text()
                        + (problems.getFirst().path().isEmpty()
                                ? ""
                                : " Path: '" + problems.getFirst().path() + "'.")
                        + " Please see https://aka.ms/arm-syntax-outputs for usage details.");
    }

    /// The value of an expression of which every part is known.
    static Optional<JsonNode> value(Expression expression) {
        return switch (expression) {
            case Expression.Value(var value, var _, var _) -> Optional.of(value);
            case Expression.Absent(), Expression.Call _, Expression.Reference _ -> Optional.empty();
            case Expression.ArrayOf(var items) -> {
                var made = JsonNodeFactory.instance.arrayNode();
                for (Expression item : items) {
                    Optional<JsonNode> value = value(item);
                    if (value.isEmpty()) {
                        yield Optional.empty();
                    }
                    made.add(value.get());
                }
                yield Optional.of(made);
            }
            case Expression.ObjectOf(var members) -> {
                var made = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, Expression> member : members.entrySet()) {
                    Optional<JsonNode> value = value(member.getValue());
                    if (value.isEmpty()) {
                        yield Optional.empty();
                    }
                    made.set(member.getKey(), value.get());
                }
                yield Optional.of(made);
            }
        };
    }
}
