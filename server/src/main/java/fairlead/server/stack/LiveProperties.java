package fairlead.server.stack;

import fairlead.server.access.Caller;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Shows in the properties of a resource what has become of them in the resources that it is made of: a parameter that
/// a
/// template hands on as it is has the value that is there now. So drift within is drift of the resource.
final class LiveProperties {

    private final StackPlan plans;
    private final Caller caller;

    LiveProperties(StackPlan plans, Caller caller) {
        this.plans = plans;
        this.caller = caller;
    }

    /// @param model the properties as they were given
    void into(ObjectNode model, Stack stack, List<StackNode> nodes) {
        Document document = plans.document(stack, nodes);
        Map<String, StackNode> present = nodes.stream()
                .filter(StackNode::isThere)
                .collect(Collectors.toMap(StackNode::key, Function.identity(), (one, _) -> one));
        document.nodes().values().stream()
                .filter(node -> node.kind() == Node.Kind.RESOURCE)
                .filter(node -> handsOn(node.properties(), model))
                .forEach(node -> Optional.ofNullable(present.get(node.key()))
                        .ifPresent(there -> live(stack, there)
                                .ifPresent(now ->
                                        take(node.properties(), there.present().applied(), now, model))));
    }

    private Optional<ObjectNode> live(Stack stack, StackNode node) {
        try {
            return Optional.of(plans.live(stack, node, caller).orElseGet(stack.content()::objectNode));
        } catch (ProblemException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean handsOn(Expression expression, ObjectNode model) {
        return switch (expression) {
            case Expression.Value value -> parameter(value, model).isPresent();
            case Expression.ObjectOf(var members) -> members.values().stream().anyMatch(one -> handsOn(one, model));
            case Expression.ArrayOf _, Expression.Absent _, Expression.Call _, Expression.Reference _ -> false;
        };
    }

    /// The parameter that a value is, and nothing else.
    private static Optional<String> parameter(Expression.Value value, ObjectNode model) {
        return Optional.of(value.inputs())
                .filter(inputs -> inputs.size() == 1 && !value.secret())
                .map(inputs -> inputs.iterator().next())
                .filter(name -> model.has(name) && isSame(value.value(), model.path(name)));
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return one.equals(other)
                || (one.isValueNode() && other.isValueNode() && one.asString().equals(other.asString()));
    }

    /// @param applied what was asked for of the resource
    /// @param now what it is
    private static void take(Expression expression, JsonNode applied, JsonNode now, ObjectNode model) {
        switch (expression) {
            case Expression.Value value ->
                parameter(value, model).filter(_ -> !isSame(applied, now)).ifPresent(name -> put(model, name, now));
            case Expression.ObjectOf(var members) ->
                members.forEach((name, member) -> take(member, applied.path(name), now.path(name), model));
            case Expression.ArrayOf _, Expression.Absent _, Expression.Call _, Expression.Reference _ -> {}
        }
    }

    private static void put(ObjectNode model, String name, JsonNode now) {
        JsonNode given = model.path(name);
        if (now.isMissingNode()) {
            model.remove(name);
        } else if (given.isString() && now.isValueNode()) {
            model.put(name, now.asString());
        } else {
            model.set(name, now);
        }
    }
}
