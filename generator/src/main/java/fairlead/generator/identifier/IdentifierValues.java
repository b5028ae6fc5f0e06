package fairlead.generator.identifier;

import fairlead.generator.pattern.Chance;
import fairlead.generator.pattern.PatternText;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What values a property that identifies resources can have, by its schema.
public final class IdentifierValues {

    /// Paths, names with a colon, and ARNs.
    private static final List<String> USUAL =
            List.of("/a", "a/b", "/a/b/c", "a:b", "a:b:c", "arn:aws:service:us-east-1:123456789012:kind/name", "a?b&c");

    private static final List<String> SAYING = List.of("pattern", "enum", "format");

    private static final int DRAWN = 40;

    private IdentifierValues() {}

    /// Whether the schema, where it says of which characters a value is, lets one through that passes the test. A value
    /// that is rare may not be found.
    public static boolean any(ResourceSchema schema, PropertyPath path, Predicate<String> test) {
        return candidates(schema, path).stream().anyMatch(text -> test.test(text) && isValid(schema, path, text));
    }

    private static List<String> candidates(ResourceSchema schema, PropertyPath path) {
        JsonNode property = declared(schema, path);
        if (SAYING.stream().allMatch(keyword -> property.findValues(keyword).isEmpty())) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(USUAL);
        property.findValues("enum").forEach(list -> list.forEach(value -> texts.add(value.asString(""))));
        Chance chance = new Chance(path.toString().length());
        for (JsonNode pattern : property.findValues("pattern")) {
            Optional<PatternText> text = PatternText.of(pattern.asString(""));
            for (int i = 0; text.isPresent() && i < DRAWN; i++) {
                PatternText.Style style = i % 4 == 0 ? PatternText.Style.PLAIN : PatternText.Style.WILD;
                texts.add(text.get().write(text.get().least() + i / 4, style, chance));
            }
        }
        return texts;
    }

    private static JsonNode declared(ResourceSchema schema, PropertyPath path) {
        JsonNode property = schema.document().at(path.toString());
        String reference = property.path("$ref").asString("");
        return reference.startsWith("#/") ? schema.document().at(reference.substring(1)) : property;
    }

    private static boolean isValid(ResourceSchema schema, PropertyPath path, String text) {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        path.set(model, StringNode.valueOf(text));
        return schema.validateModel(model).stream()
                .filter(Finding::isError)
                .noneMatch(finding -> finding.pointer().startsWith(path.modelPointer()));
    }
}
