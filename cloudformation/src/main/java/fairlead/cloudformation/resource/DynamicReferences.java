package fairlead.cloudformation.resource;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.cloudformation.parameter.ValueSource.Answer;
import fairlead.cloudformation.parameter.ValueSource.Store;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Puts values of stores in the place of dynamic references, `{{resolve:secretsmanager:Name:SecretString:key}}`.
///
/// Such a value is a secret. A reference whose name depends on a resource is looked up once the name is known.
final class DynamicReferences {

    /// By what a lookup that has to wait is called.
    static final String NAME = "resolve";

    private static final String OPENING = "{{resolve:";
    private static final Pattern REFERENCE = Pattern.compile("\\{\\{resolve:([a-z-]+):([^{}]*)}}");

    private final ValueSource source;
    private final Limits limits;
    private final Faults faults;
    private int count;

    DynamicReferences(ValueSource source, Limits limits, Faults faults) {
        this.source = source;
        this.limits = limits;
        this.faults = faults;
    }

    /// The properties of a resource with the values.
    Expression.ObjectOf resolved(Expression.ObjectOf properties, Declared resource) {
        Place place = resource.place("Properties");
        Tree tree = resource.body().member("Properties").orElse(resource.body());
        return (Expression.ObjectOf) resolved(properties, tree, place);
    }

    private Expression resolved(Expression expression, Tree tree, Place place) {
        return switch (expression) {
            case Value value -> value(value, place);
            case Expression.ObjectOf(var members) -> {
                SequencedMap<String, Expression> made = new LinkedHashMap<>();
                members.forEach((name, member) -> {
                    Tree below = tree.member(name).orElse(tree);
                    made.put(name, resolved(member, below, place.member(name, below)));
                });
                yield Expression.object(made);
            }
            case Expression.ArrayOf(var items) -> {
                List<Expression> made = new ArrayList<>();
                for (int i = 0; i < items.size(); i++) {
                    Tree below =
                            tree instanceof Tree.Sequence(var trees, var _) && i < trees.size() ? trees.get(i) : tree;
                    made.add(resolved(items.get(i), below, place.item(i, below)));
                }
                yield new Expression.ArrayOf(made);
            }
            case Expression.Call call -> mentioned(call).isEmpty() ? call : later(call, mentioned(call), place);
            case Expression.Absent absent -> absent;
            case Expression.Reference reference -> reference;
        };
    }

    private Value value(Value value, Place place) {
        if (!value.value().isString() || !value.value().stringValue().contains(OPENING)) {
            return value;
        }
        String text = value.value().stringValue();
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder made = new StringBuilder();
        boolean found = false;
        while (matcher.find()) {
            found = true;
            count(place);
            Optional<String> resolved = resolved(matcher, value.secret(), place);
            matcher.appendReplacement(made, Matcher.quoteReplacement(resolved.orElse("")));
        }
        matcher.appendTail(made);
        if (!found) {
            fault("Template error: expected {{resolve:service:reference}}, found another text", place);
        }
        return new Value(StringNode.valueOf(made.toString()), true, value.inputs());
    }

    private Optional<String> resolved(Matcher matcher, boolean secret, Place place) {
        String shown = secret ? ResolvedParameter.MASK : matcher.group();
        Optional<Store> store = store(matcher.group(1));
        if (store.isEmpty()) {
            fault(
                    "Template error: the service of a dynamic reference is ssm, ssm-secure or secretsmanager, found "
                            + matcher.group(1),
                    place);
            return Optional.empty();
        }
        return switch (source.value(store.get(), matcher.group(2))) {
            case Answer.Found(var value) -> Optional.of(value);
            case Answer.Missing() -> {
                fault("Could not find a value for dynamic reference " + shown, place);
                yield Optional.empty();
            }
            case Answer.Unavailable() -> {
                fault(unavailable(store.get(), shown, place), place);
                yield Optional.empty();
            }
        };
    }

    private static String unavailable(Store store, String reference, Place place) {
        String needed = store == Store.SECRETS_MANAGER ? "Secrets Manager" : "the Systems Manager Parameter Store";
        return "[" + place.pointer() + "] " + reference + " needs " + needed + ", which this server does not have";
    }

    private static Optional<Store> store(String name) {
        return Arrays.stream(Store.values())
                .filter(store -> store.wireName().equals(name))
                .findFirst();
    }

    /// The texts of a call in which references begin.
    private static List<String> mentioned(Expression expression) {
        List<String> texts = new ArrayList<>();
        mentioned(expression, texts);
        return texts;
    }

    private static void mentioned(Expression expression, List<String> texts) {
        switch (expression) {
            case Value(var value, var _, var _) -> {
                if (value.isString() && value.stringValue().contains(OPENING)) {
                    texts.add(value.stringValue());
                }
            }
            case Expression.ObjectOf(var members) -> members.values().forEach(member -> mentioned(member, texts));
            case Expression.ArrayOf(var items) -> items.forEach(item -> mentioned(item, texts));
            case Expression.Call call -> call.arguments().forEach(argument -> mentioned(argument, texts));
            case Expression.Absent _, Expression.Reference _ -> {}
        }
    }

    private Expression later(Expression.Call call, List<String> texts, Place place) {
        for (String text : texts) {
            count(place);
            for (Store store : Store.values()) {
                if (text.contains(OPENING + store.wireName() + ":") && !source.has(store)) {
                    fault(unavailable(store, OPENING + store.wireName() + ":…}}", place), place);
                }
            }
        }
        Value secret = new Value(StringNode.valueOf(""), true, Set.of());
        return new Expression.Call(NAME, place.pointer(), new Lookup(source), List.of(call, secret));
    }

    private void count(Place place) {
        count++;
        if (count == limits.counts().dynamicReferences() + 1) {
            fault(
                    "Template error: Number of dynamic references is greater than maximum allowed, "
                            + limits.counts().dynamicReferences(),
                    place);
        }
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }

    /// Looks up references in a text that is known now. The second argument is there to make the result a secret.
    private record Lookup(ValueSource source) implements Expression.Function {
        @Override
        public JsonNode apply(List<JsonNode> arguments) {
            if (arguments.size() != 2 || !arguments.getFirst().isString()) {
                throw new EvaluationException("expected a text with a dynamic reference, found another value");
            }
            Matcher matcher = REFERENCE.matcher(arguments.getFirst().stringValue());
            return StringNode.valueOf(matcher.replaceAll(found -> Matcher.quoteReplacement(value(found))));
        }

        private String value(java.util.regex.MatchResult found) {
            Store store = store(found.group(1))
                    .orElseThrow(() -> new EvaluationException(
                            "expected ssm, ssm-secure or secretsmanager, found " + found.group(1)));
            if (source.value(store, found.group(2)) instanceof Answer.Found(var value)) {
                return value;
            }
            throw new EvaluationException("Could not find a value for dynamic reference " + found.group());
        }
    }
}
