package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Texts with places to be filled in: `arn:${region}:${/Name}`.
final class Template {

    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern RANDOM = Pattern.compile("random(?::([1-9]|[1-5][0-9]|6[0-4]))?");
    private static final int USUAL_DIGITS = 16;
    private static final Set<String> SURROUNDINGS = Set.of("account", "region", "type", "name");

    private Template() {}

    /// The names in the places that stand for nothing.
    static List<String> unknown(String template, ResourceSchema schema) {
        List<String> unknown = new ArrayList<>();
        Matcher matcher = PLACE.matcher(template);
        while (matcher.find()) {
            String name = matcher.group(1);
            boolean property = path(name)
                    .filter(schema::has)
                    .filter(path -> !path.hasWildcard())
                    .filter(path -> schema.writeOnly().stream().noneMatch(hidden -> hidden.touches(path.steps())))
                    .isPresent();
            if (!property
                    && !SURROUNDINGS.contains(name)
                    && !RANDOM.matcher(name).matches()) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    private static Optional<PropertyPath> path(String name) {
        try {
            return Optional.of(PropertyPath.parse("/properties" + name));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /// Whether it comes out differently for each resource, so that a resource keeps what it has got.
    static boolean isRandom(String template) {
        return PLACE.matcher(template)
                .results()
                .anyMatch(place -> RANDOM.matcher(place.group(1)).matches());
    }

    /// The text; a property without a value leaves its place empty.
    static String fill(String template, ObjectNode model, Context context, Seed seed) {
        return PLACE.matcher(template).replaceAll(match -> {
            String value = switch (match.group(1)) {
                case "account" -> context.account();
                case "region" -> context.region();
                case "type" -> context.typeName();
                case "name" -> context.name();
                case String random when RANDOM.matcher(random).matches() -> digits(random, seed);
                case String pointer ->
                    path(pointer)
                            .flatMap(path -> path.value(model))
                            .map(Template::text)
                            .orElse("");
            };
            return Matcher.quoteReplacement(value);
        });
    }

    private static String digits(String random, Seed seed) {
        int colon = random.indexOf(':');
        return seed.hex().substring(0, colon < 0 ? USUAL_DIGITS : Integer.parseInt(random.substring(colon + 1)));
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
