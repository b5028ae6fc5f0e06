package fairlead.schema.drift;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Says whether a value that is not the desired one is what the handler makes of it.
///
/// Authors disagree about what an expression is evaluated over. So it is tried on the item of a list, on the
/// object that has the property, and on the whole model.
final class Rewrites {

    private static final int LONGEST_PATTERN = 10_000;

    private final List<Transform> transforms;
    private final ObjectNode desired;
    private final Limits limits = new Limits();
    private final Map<List<String>, List<JsonNode>> made = new HashMap<>();
    private final Set<UnusableTransform> troubles = new LinkedHashSet<>();

    Rewrites(List<Transform> transforms, ObjectNode desired) {
        this.transforms = transforms;
        this.desired = desired;
    }

    List<UnusableTransform> troubles() {
        return List.copyOf(troubles);
    }

    boolean explain(Optional<Place> place, List<String> at, JsonNode actual) {
        for (Transform transform : transforms) {
            if (transform.isFor(at)) {
                try {
                    List<JsonNode> results = made.computeIfAbsent(List.copyOf(at), _ -> results(transform, at));
                    if (results.stream().anyMatch(result -> fits(place, result, actual))) {
                        return true;
                    }
                } catch (Limits.Exceeded e) {
                    troubles.add(new UnusableTransform(transform.path().toString(), String.valueOf(e.getMessage())));
                }
            }
        }
        return false;
    }

    private List<JsonNode> results(Transform transform, List<String> at) {
        List<JsonNode> results = new ArrayList<>();
        for (JsonNode context : contexts(at)) {
            for (String expression : transform.expressions()) {
                Transform.evaluate(expression, context, limits).ifPresent(results::add);
            }
        }
        return results;
    }

    private Set<JsonNode> contexts(List<String> at) {
        List<JsonNode> contexts = new ArrayList<>();
        JsonNode node = desired;
        contexts.add(desired);
        for (String step : at) {
            node = node instanceof ArrayNode list ? list.path(Integer.parseInt(step)) : node.path(step);
            contexts.add(node);
        }
        JsonNode value = contexts.removeLast();
        Set<JsonNode> tried = new LinkedHashSet<>();
        if (!contexts.isEmpty() && contexts.getLast().isArray()) {
            tried.add(value);
        }
        contexts.reversed().stream().filter(JsonNode::isObject).findFirst().ifPresent(tried::add);
        tried.add(desired);
        return tried;
    }

    /// Whether a result is the actual value, or a regular expression for all of it.
    private boolean fits(Optional<Place> place, JsonNode result, JsonNode actual) {
        if (ModelEquality.equal(place, result, actual)) {
            return true;
        }
        if (result.isString() && actual.isString()) {
            return matches(result.stringValue(), actual.stringValue());
        }
        return result.isArray() && actual.isArray() && fitsList(place, result, actual);
    }

    private boolean fitsList(Optional<Place> place, JsonNode result, JsonNode actual) {
        if (result.size() != actual.size()) {
            return false;
        }
        Optional<Place> item = place.flatMap(Place::item);
        boolean ordered = place.map(Place::ordered).orElse(true);
        List<JsonNode> left = new ArrayList<>(actual.values());
        for (JsonNode one : result) {
            int found = -1;
            for (int i = 0; i < (ordered ? 1 : left.size()) && found < 0; i++) {
                found = fits(item, one, left.get(i)) ? i : -1;
            }
            if (found < 0) {
                return false;
            }
            left.remove(found);
        }
        return true;
    }

    private boolean matches(String expression, String text) {
        if (expression.length() > LONGEST_PATTERN) {
            return false;
        }
        try {
            return limits.matcher(Pattern.compile("^(?:" + expression + ")$"), text)
                    .find();
        } catch (PatternSyntaxException e) {
            return false;
        } catch (StackOverflowError e) {
            throw new Limits.Exceeded("expected patterns that end, found one that is too much for a text");
        }
    }
}
