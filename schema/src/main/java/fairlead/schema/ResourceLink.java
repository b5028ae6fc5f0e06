package fairlead.schema;

import fairlead.schema.text.Percent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The link of a resource to a page about it.
///
/// @param template a URL, or a path within a console, with variables such as `${Name}`
/// @param mappings where in a model the value of each variable is
public record ResourceLink(String template, Map<String, PropertyPath> mappings) {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    public ResourceLink {
        mappings = Map.copyOf(mappings);
    }

    static Optional<ResourceLink> read(JsonNode document) {
        JsonNode link = document.path("resourceLink");
        if (!link.path("templateUri").isString()) {
            return Optional.empty();
        }
        Map<String, PropertyPath> mappings = new LinkedHashMap<>();
        link.path("mappings")
                .forEachEntry((name, pointer) -> PropertyPath.ifWellFormed("/properties" + pointer.asString(""))
                        .filter(path -> !path.hasWildcard())
                        .ifPresent(path -> mappings.put(name, path)));
        return Optional.of(new ResourceLink(link.path("templateUri").stringValue(), mappings));
    }

    /// The URL for a model. Values are percent-encoded, so that none can add to the URL's structure.
    ///
    /// @param surroundings variables that no model has, `awsRegion` for example
    /// @return empty if a variable has no value, or one that is a list or an object
    public Optional<String> render(JsonNode model, Map<String, String> surroundings) {
        Matcher variables = VARIABLE.matcher(template);
        boolean complete = VARIABLE.matcher(template)
                .results()
                .allMatch(variable ->
                        value(variable.group(1), model, surroundings).isPresent());
        return complete
                ? Optional.of(variables.replaceAll((MatchResult variable) -> Matcher.quoteReplacement(
                        encoded(value(variable.group(1), model, surroundings).orElseThrow()))))
                : Optional.empty();
    }

    private Optional<String> value(String name, JsonNode model, Map<String, String> surroundings) {
        PropertyPath path = mappings.get(name);
        return path == null
                ? Optional.ofNullable(surroundings.get(name))
                : path.value(model)
                        .filter(value -> !value.isContainer() && !value.isNull())
                        .map(JsonNode::asString);
    }

    private static String encoded(String text) {
        return Percent.encode(text);
    }
}
