package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.evaluation.Frame.Use;
import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.expression.Term.Call;
import fairlead.armtemplate.function.Arguments;
import fairlead.armtemplate.function.Values;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The functions that look at what resources are once they are deployed.
final class References {

    private final Evaluator evaluator;
    private final Frame frame;

    References(Evaluator evaluator, Frame frame) {
        this.evaluator = evaluator;
        this.frame = frame;
    }

    /// `reference(target[, version][, 'Full'])`, and the members of it that are wanted.
    @Nullable
    JsonNode reference(Call call, List<JsonNode> path) {
        evaluator.expect(call, 1, 3);
        allowed(call);
        boolean full = call.arguments().size() == 3 && full(call, 2);
        String node = node(call, version(call));
        boolean properties = full
                && !path.isEmpty()
                && path.getFirst().isString()
                && path.getFirst().stringValue().equalsIgnoreCase("properties");
        List<JsonNode> inside = properties ? path.subList(1, path.size()) : path;
        if (full && !properties) {
            JsonNode whole = evaluator.resolve(new Reference(node, new Part.Whole(), evaluator.pointer()));
            return rest(whole, path);
        }
        List<String> steps = new ArrayList<>();
        for (JsonNode key : inside) {
            steps.add(key.isString() ? key.stringValue() : Values.json(key));
        }
        return evaluator.resolve(new Reference(node, new Part.Property(steps), evaluator.pointer()));
    }

    private static @Nullable JsonNode rest(@Nullable JsonNode whole, List<JsonNode> path) {
        JsonNode value = whole;
        for (JsonNode key : path) {
            value = value == null ? null : Members.of(value, key);
        }
        return value;
    }

    /// `references(loop[, 'Full'])`.
    @Nullable
    JsonNode references(Call call) {
        evaluator.expect(call, 1, 2);
        allowed(call);
        boolean full = call.arguments().size() == 2 && full(call, 1);
        ArrayNode made = JsonNodeFactory.instance.arrayNode();
        boolean pending = false;
        for (String node : frame.scope().loop(evaluator.nameArgument(call, 0, frame))) {
            Part part = full ? new Part.Whole() : new Part.Property(List.of());
            JsonNode value = evaluator.resolve(new Reference(node, part, evaluator.pointer()));
            pending |= value == null;
            if (value != null) {
                made.add(value);
            }
        }
        return pending ? null : made;
    }

    /// `list*(target, version[, body])`: what an action answers, which may be secret.
    @Nullable
    JsonNode list(Call call) {
        evaluator.expect(call, 2, 3);
        allowed(call);
        evaluator.markSecret();
        JsonNode input = JsonNodeFactory.instance.nullNode();
        if (call.arguments().size() == 3) {
            input = evaluator.evaluate(call.arguments().get(2), frame);
            if (input == null) {
                throw Arguments.fault(
                        call.name(), "the argument at position '2' has to be known before anything is deployed");
            }
        }
        String node = node(call, Optional.of(evaluator.nameArgument(call, 1, frame)));
        return evaluator.resolve(new Reference(node, new Part.Action(call.name(), input), evaluator.pointer()));
    }

    private void allowed(Call call) {
        if (!frame.allows(Use.REFERENCES)) {
            throw evaluator.unexpected(call);
        }
    }

    private boolean full(Call call, int index) {
        String word = evaluator.nameArgument(call, index, frame);
        if (!word.equalsIgnoreCase("full")) {
            throw Arguments.fault(
                    call.name(),
                    "the argument at position '" + index + "' is expected to be 'Full', it is '" + word + "'");
        }
        return true;
    }

    private Optional<String> version(Call call) {
        if (call.arguments().size() < 2) {
            return Optional.empty();
        }
        String version = evaluator.nameArgument(call, 1, frame);
        return version.isEmpty() ? Optional.empty() : Optional.of(version);
    }

    /// The target is looked at as if nothing were deployed, so that it is the same node at any time.
    private String node(Call call, Optional<String> version) {
        Term target = call.arguments().getFirst();
        Expression expression = evaluator.part(target, frame);
        if (expression instanceof Expression.Value(var value, var _, var _)) {
            String text = new Arguments(call.name(), List.of(value)).text(0);
            return frame.scope().node(text, version, call.name(), evaluator.pointer());
        }
        if (frame.waitsForLambdas()) {
            throw new EvaluationException("The template function '" + call.name()
                    + "' is not expected at this location: the resource that it refers to depends on a lambda variable"
                    + " that is not known before anything is deployed. Please see https://aka.ms/arm-functions for"
                    + " usage details.");
        }
        String key = target.written() + frame.turns();
        return frame.scope().node(expression, version, call.name(), evaluator.pointer(), key);
    }
}
