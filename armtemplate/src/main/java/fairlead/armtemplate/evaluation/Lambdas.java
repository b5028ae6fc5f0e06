package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.expression.Term.Call;
import fairlead.armtemplate.function.Arguments;
import fairlead.armtemplate.function.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The functions that take lambdas.
final class Lambdas {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Evaluator evaluator;

    Lambdas(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    /// A value is not known yet.
    private static final class Pending extends RuntimeException {
        private static final long serialVersionUID = 1;

        Pending() {
            super(null, null, false, false);
        }
    }

    /// @param parameters in lower case
    private record Lambda(String function, List<String> parameters, Term body, Frame frame) {}

    /// @param name of the function, in lower case
    @Nullable
    JsonNode call(String name, Call call, Frame frame) {
        boolean three = name.equals("reduce");
        boolean optional = name.equals("toobject") || name.equals("groupby");
        evaluator.expect(call, three ? 3 : 2, three || optional ? 3 : 2);
        JsonNode over = evaluator.evaluate(call.arguments().getFirst(), frame);
        JsonNode start = three ? evaluator.evaluate(call.arguments().get(1), frame) : NODES.nullNode();
        List<Lambda> lambdas = new ArrayList<>();
        for (int i = three ? 2 : 1; i < call.arguments().size(); i++) {
            lambdas.add(lambda(call, i, frame));
        }
        if (over == null || start == null) {
            lambdas.forEach(this::perhaps);
            return null;
        }
        try {
            return apply(name, call, over, start, lambdas);
        } catch (Pending notYet) {
            lambdas.forEach(this::perhaps);
            return null;
        }
    }

    private JsonNode apply(String name, Call call, JsonNode over, JsonNode start, List<Lambda> lambdas) {
        Arguments arguments = new Arguments(call.name(), List.of(over));
        if (name.equals("mapvalues") ? !over.isObject() : !over.isArray()) {
            throw arguments.wrong(0, name.equals("mapvalues") ? "Object" : "Array");
        }
        Lambda lambda = lambdas.getFirst();
        return switch (name) {
            case "map" -> map(over, lambda);
            case "filter" -> filter(over, lambda);
            case "sort" -> sort(over, lambda);
            case "reduce" -> reduce(over, start, lambda);
            case "mapvalues" -> mapValues(over, lambda);
            case "toobject" -> toObject(over, lambdas);
            default -> groupBy(over, lambdas);
        };
    }

    private Lambda lambda(Call call, int index, Frame frame) {
        if (!(call.arguments().get(index) instanceof Call written)
                || !written.namespace().isEmpty()
                || !written.name().equalsIgnoreCase("lambda")
                || written.arguments().isEmpty()) {
            throw Arguments.fault(call.name(), "the argument at position '" + index + "' is expected to be a lambda");
        }
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < written.arguments().size() - 1; i++) {
            if (!(written.arguments().get(i) instanceof Term.Text(var parameter))) {
                throw Arguments.fault("lambda", "the argument at position '" + i + "' is expected to be a string");
            }
            parameters.add(parameter.toLowerCase(Locale.ROOT));
        }
        Lambda made = new Lambda(call.name(), parameters, written.arguments().getLast(), frame);
        checkCount(made);
        return made;
    }

    private static void checkCount(Lambda lambda) {
        int count = lambda.parameters().size();
        boolean fits = switch (lambda.function().toLowerCase(Locale.ROOT)) {
            case "map", "filter" -> count == 1 || count == 2;
            case "sort" -> count == 2;
            case "reduce" -> count == 2 || count == 3;
            default -> count == 1;
        };
        if (!fits) {
            throw Arguments.fault(lambda.function(), "a lambda with '" + count + "' parameter(s) is not expected");
        }
    }

    private JsonNode value(Lambda lambda, JsonNode... values) {
        Map<String, @Nullable JsonNode> variables = new LinkedHashMap<>();
        for (int i = 0; i < lambda.parameters().size(); i++) {
            variables.put(lambda.parameters().get(i), values[i]);
        }
        JsonNode value = evaluator.evaluate(lambda.body(), lambda.frame().with(variables));
        if (value == null) {
            throw new Pending();
        }
        return value;
    }

    /// Looks for references in the body, with parameters that are not known.
    private void perhaps(Lambda lambda) {
        Map<String, @Nullable JsonNode> variables = new LinkedHashMap<>();
        lambda.parameters().forEach(parameter -> variables.put(parameter, null));
        evaluator.evaluate(lambda.body(), lambda.frame().with(variables));
    }

    private boolean truth(Lambda lambda, JsonNode... values) {
        JsonNode value = value(lambda, values);
        if (!value.isBoolean()) {
            throw Arguments.fault(
                    lambda.function(),
                    "the lambda is expected to return a value of type 'Boolean', it returned one of type '"
                            + Values.kind(value) + "'");
        }
        return value.booleanValue();
    }

    private String key(Lambda lambda, JsonNode item) {
        JsonNode value = value(lambda, item);
        if (!value.isString()) {
            throw Arguments.fault(
                    lambda.function(),
                    "the lambda for keys is expected to return a value of type 'String', it returned one of type '"
                            + Values.kind(value) + "'");
        }
        return value.stringValue();
    }

    private JsonNode map(JsonNode over, Lambda lambda) {
        ArrayNode made = NODES.arrayNode();
        for (int i = 0; i < over.size(); i++) {
            made.add(value(lambda, over.get(i), Values.integer(i)));
        }
        return made;
    }

    private JsonNode filter(JsonNode over, Lambda lambda) {
        ArrayNode made = NODES.arrayNode();
        for (int i = 0; i < over.size(); i++) {
            if (truth(lambda, over.get(i), Values.integer(i))) {
                made.add(over.get(i));
            }
        }
        return made;
    }

    /// Stable, and ends whatever the lambda says.
    private JsonNode sort(JsonNode over, Lambda lambda) {
        List<JsonNode> items = new ArrayList<>();
        over.forEach(items::add);
        ArrayNode made = NODES.arrayNode();
        sorted(items, lambda).forEach(made::add);
        return made;
    }

    private List<JsonNode> sorted(List<JsonNode> items, Lambda less) {
        if (items.size() < 2) {
            return items;
        }
        int middle = items.size() / 2;
        List<JsonNode> left = sorted(items.subList(0, middle), less);
        List<JsonNode> right = sorted(items.subList(middle, items.size()), less);
        List<JsonNode> merged = new ArrayList<>(items.size());
        int i = 0;
        int j = 0;
        while (i < left.size() && j < right.size()) {
            merged.add(truth(less, right.get(j), left.get(i)) ? right.get(j++) : left.get(i++));
        }
        merged.addAll(left.subList(i, left.size()));
        merged.addAll(right.subList(j, right.size()));
        return merged;
    }

    private JsonNode reduce(JsonNode over, JsonNode start, Lambda lambda) {
        JsonNode current = start;
        for (int i = 0; i < over.size(); i++) {
            current = value(lambda, current, over.get(i), Values.integer(i));
        }
        return current;
    }

    private JsonNode mapValues(JsonNode over, Lambda lambda) {
        ObjectNode made = NODES.objectNode();
        over.properties().forEach(member -> made.set(member.getKey(), value(lambda, member.getValue())));
        return made;
    }

    private JsonNode toObject(JsonNode over, List<Lambda> lambdas) {
        ObjectNode made = NODES.objectNode();
        Map<String, String> names = new HashMap<>();
        for (JsonNode item : over) {
            String key = key(lambdas.getFirst(), item);
            String name = names.computeIfAbsent(key.toLowerCase(Locale.ROOT), _ -> key);
            made.set(name, lambdas.size() > 1 ? value(lambdas.get(1), item) : item);
        }
        return made;
    }

    private JsonNode groupBy(JsonNode over, List<Lambda> lambdas) {
        ObjectNode made = NODES.objectNode();
        Map<String, String> names = new HashMap<>();
        for (JsonNode item : over) {
            String key = key(lambdas.getFirst(), item);
            String name = names.computeIfAbsent(key.toLowerCase(Locale.ROOT), _ -> key);
            JsonNode group = made.get(name);
            ArrayNode items = group instanceof ArrayNode array ? array : made.putArray(name);
            items.add(lambdas.size() > 1 ? value(lambdas.get(1), item) : item);
        }
        return made;
    }
}
