package fairlead.schema.drift;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// How a handler is known to rewrite one property: JSONata expressions, each of which may be the one that applies.
///
/// @param expressions as they are written, for an expression that has been run can't be run by another thread
record Transform(PropertyPath path, List<String> expressions) {

    /// Between alternatives. It is no part of JSONata, so the text is parted before it is parsed.
    private static final Pattern OR = Pattern.compile("\\s+\\$OR\\s+");

    /// What can be read, and what is wrong with the rest.
    record Parsed(Optional<Transform> transform, List<UnusableTransform> troubles) {}

    /// Reads an entry of `propertyTransform`.
    static Parsed parse(String key, String text) {
        List<UnusableTransform> troubles = new ArrayList<>();
        List<String> expressions = new ArrayList<>();
        for (String expression : alternatives(text)) {
            fault(expression)
                    .ifPresentOrElse(
                            fault -> troubles.add(new UnusableTransform(key, fault)),
                            () -> expressions.add(expression));
        }
        Optional<PropertyPath> path = path(key);
        if (path.isEmpty()) {
            troubles.add(new UnusableTransform(key, "expected the path of a property, found '" + key + "'"));
        }
        return new Parsed(path.map(found -> new Transform(found, List.copyOf(expressions))), troubles);
    }

    /// Why an expression can't be read; empty if it can.
    static Optional<String> fault(String expression) {
        try {
            if (expression.length() > Limits.LONGEST_TEXT) {
                throw new JException("expected a shorter expression", -1);
            }
            Jsonata.jsonata(expression);
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError e) {
            return Optional.of("expected JSONata, found '" + expression + "': " + e.getMessage());
        }
    }

    static List<String> alternatives(String text) {
        return Arrays.stream(OR.split(text.strip())).map(String::strip).toList();
    }

    /// Published schemas have keys without the first slash.
    private static Optional<PropertyPath> path(String key) {
        try {
            return Optional.of(PropertyPath.parse(key.startsWith("/") ? key : "/" + key));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// Whether it is about the value at a place, whose indexes stand for `*`.
    boolean isFor(List<String> place) {
        return path.steps().size() == place.size() && path.touches(place);
    }

    /// What one of the expressions makes of a context; nothing if it makes nothing of it, or fails, as an
    /// expression does that is meant for another context.
    ///
    /// @throws Limits.Exceeded if it makes too much of it
    static Optional<JsonNode> evaluate(String expression, JsonNode context, Limits limits) {
        Jsonata jsonata = Jsonata.jsonata(expression);
        limits.begin();
        try {
            return Plain.tree(jsonata.evaluate(Plain.of(context), frame(jsonata, limits)));
        } catch (RuntimeException | StackOverflowError e) {
            Limits.rethrow(e);
            return Optional.empty();
        }
    }

    private static Jsonata.Frame frame(Jsonata jsonata, Limits limits) {
        Jsonata.Frame frame = jsonata.createFrame();
        Functions.bind(frame, limits);
        frame.setEvaluateEntryCallback((symbol, _, _) -> {
            limits.enter();
            Regex.bound(symbol, limits);
        });
        frame.setEvaluateExitCallback((_, input, _, result) -> limits.leave(input, result));
        return frame;
    }
}
