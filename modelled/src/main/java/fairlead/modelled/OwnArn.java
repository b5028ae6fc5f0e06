package fairlead.modelled;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.smithy.aws.traits.ArnTrait;
import software.amazon.smithy.model.shapes.ResourceShape;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/// Where a resource shows its own ARN.
final class OwnArn {

    private static final Pattern LABEL = Pattern.compile("\\{(\\w+)}");

    private final List<JsonPointer> places = new ArrayList<>();
    private final String identifier;

    /// @param schema that of the resource's type
    OwnArn(ResourceShape resource, JsonNode schema) {
        JsonNode primary = schema.path("primaryIdentifier");
        this.identifier = primary.size() == 1 ? primary.path(0).asString("").replace("/properties/", "") : "";
        Set<String> names = names(resource);
        JsonNode properties = schema.path("properties");
        names.stream().filter(properties::has).forEach(name -> places.add(JsonPointer.compile("/" + name)));
        properties.forEachEntry((name, property) -> {
            String definition = property.path("$ref").asString("").replace("#", "");
            JsonNode inner = definition.isEmpty() ? property : schema.at(definition);
            names.stream()
                    .filter(inner.path("properties")::has)
                    .filter(_ -> isReadOnly(schema, name))
                    .forEach(one -> places.add(JsonPointer.compile("/" + name + "/" + one)));
        });
    }

    private static boolean isReadOnly(JsonNode schema, String name) {
        return schema.path("readOnlyProperties")
                .valueStream()
                .anyMatch(pointer -> pointer.asString("").equals("/properties/" + name));
    }

    /// The likeliest first: what the trait says, the plain word, and the word behind the end of the resource's name.
    private static Set<String> names(ResourceShape resource) {
        Set<String> names = new LinkedHashSet<>();
        resource.getTrait(ArnTrait.class)
                .filter(ArnTrait::isAbsolute)
                .map(trait -> LABEL.matcher(trait.getTemplate()))
                .filter(label -> label.matches())
                .ifPresent(label -> names.add(capital(label.group(1))));
        for (String word : List.of("Arn", "ARN")) {
            names.add(word);
            Identity.endings(resource).forEach(ending -> names.add(ending + word));
            names.add("Resource" + word);
        }
        return names;
    }

    private static String capital(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /// Whether the type has a property for it.
    boolean isShown() {
        return !places.isEmpty();
    }

    /// The ARN, as the properties have it.
    Optional<String> in(JsonNode properties) {
        return places.stream()
                .flatMap(place -> properties.at(place).stringValueOpt().stream())
                .findFirst()
                .or(() -> properties.path(identifier).stringValueOpt().filter(value -> value.startsWith("arn:")));
    }
}
