package fairlead.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The types that come with the program, as their schemas describe them.
final class TypeReference {

    private static final String FOLDER = "providers/src/main/resources/fairlead/providers";
    private static final List<Map.Entry<String, String>> FLAGS = List.of(
            Map.entry("readOnlyProperties", "read-only"),
            Map.entry("writeOnlyProperties", "write-only"),
            Map.entry("createOnlyProperties", "create-only"),
            Map.entry("deprecatedProperties", "deprecated"));

    private final JsonNode schema;
    private final StringBuilder text = new StringBuilder();

    private TypeReference(JsonNode schema) {
        this.schema = schema;
    }

    static String types() {
        try (Stream<Path> files = Files.walk(Repository.file(FOLDER))) {
            return files.filter(file -> file.toString().endsWith(".schema.json"))
                    .map(file -> describe(json(file), json(registration(file))))
                    .sorted()
                    .reduce((a, b) -> a + "\n" + b)
                    .orElseThrow();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Path registration(Path schema) {
        return schema.resolveSibling(schema.getFileName().toString().replace(".schema.", ".registration."));
    }

    private static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(Repository.read(file.toString()));
    }

    private static String describe(JsonNode schema, JsonNode registration) {
        TypeReference type = new TypeReference(schema);
        type.head(registration);
        type.table("properties", schema);
        JsonNode configuration = schema.path("typeConfiguration");
        if (!configuration.isMissingNode()) {
            type.text
                    .append("\nType configuration. ")
                    .append(configuration.path("description").asString(""))
                    .append("\n\n");
            type.table("configuration", configuration);
        }
        return type.text.toString();
    }

    private void head(JsonNode registration) {
        text.append("## ").append(schema.path("typeName").stringValue()).append("\n\n");
        text.append(schema.path("description").stringValue()).append("\n\n| | |\n|---|---|\n");
        row("ARM type", code(registration.path("armType").stringValue()));
        row("API version", code(registration.path("apiVersion").stringValue()));
        if (registration.has("parent")) {
            row("Nested under", code(registration.path("parent").stringValue()));
        }
        row("Primary identifier", names(schema.path("primaryIdentifier")));
        for (JsonNode identifier : schema.path("additionalIdentifiers")) {
            row("Also found by", names(identifier));
        }
        row("Handlers", String.join(", ", schema.path("handlers").propertyNames()));
        text.append('\n');
    }

    private void row(String name, String value) {
        text.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    private static String names(JsonNode pointers) {
        return pointers.valueStream()
                .map(pointer ->
                        code(pointer.stringValue().replace("/properties/", "").replace("/", ".")))
                .reduce((a, b) -> a + ", " + b)
                .orElse("");
    }

    private static String code(String word) {
        return "`" + word + "`";
    }

    private void table(String heading, JsonNode object) {
        text.append(
                heading.equals("properties")
                        ? "| Property | Type | Flags | Description |\n|---|---|---|---|\n"
                        : "| Setting | Type | Flags | Description |\n|---|---|---|---|\n");
        rows(object, "", "/properties", heading.equals("properties"));
    }

    private void rows(JsonNode object, String prefix, String pointer, boolean flagged) {
        for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
            String name = property.getKey();
            JsonNode inner = resolved(property.getValue());
            String description = property.getValue()
                    .path("description")
                    .asString(inner.path("description").asString(""));
            String at = pointer + "/" + name;
            String flags = flags(flagged ? at : "", required(object, name));
            text.append("| `%s%s` | %s | %s | %s |\n".formatted(prefix, name, type(inner), flags, cell(description)));
            JsonNode items = resolved(inner.path("items"));
            if (inner.has("properties")) {
                rows(inner, prefix + name + ".", at, flagged);
            } else if (items.has("properties")) {
                rows(items, prefix + name + "[].", at + "/*", flagged);
            }
        }
    }

    private JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : schema.at(reference.substring(1));
    }

    private static String required(JsonNode object, String name) {
        return object.path("required")
                        .valueStream()
                        .anyMatch(word -> word.stringValue().equals(name))
                ? "required"
                : "";
    }

    private String flags(String pointer, String required) {
        List<String> flags = new ArrayList<>();
        if (!required.isEmpty()) {
            flags.add(required);
        }
        for (Map.Entry<String, String> flag : FLAGS) {
            if (schema.path(flag.getKey())
                    .valueStream()
                    .anyMatch(path -> path.stringValue().equals(pointer))) {
                flags.add(flag.getValue());
            }
        }
        return flags.isEmpty() ? "-" : String.join(", ", flags);
    }

    private String type(JsonNode node) {
        JsonNode items = resolved(node.path("items"));
        String type = node.path("type").asString(node.has("properties") ? "object" : "any");
        List<String> words = new ArrayList<>();
        words.add(items.isMissingNode() ? type : type + " of " + type(items));
        if (node.has("enum")) {
            words.add("one of "
                    + node.path("enum")
                            .valueStream()
                            .map(value -> code(value.asString("")))
                            .reduce((a, b) -> a + ", " + b)
                            .orElse(""));
        }
        limits(node, "minimum", "maximum", "", words);
        limits(node, "minLength", "maxLength", " characters", words);
        limits(node, "minItems", "maxItems", " items", words);
        if (node.has("default")) {
            words.add("default " + code(node.path("default").toString()));
        }
        return String.join("; ", words);
    }

    private static void limits(JsonNode node, String least, String most, String unit, List<String> words) {
        if (node.has(least) && node.path(least).equals(node.path(most))) {
            words.add(node.path(least) + unit);
        } else if (node.has(least) && node.has(most)) {
            words.add(node.path(least) + " to " + node.path(most) + unit);
        } else if (node.has(least)) {
            words.add("at least " + node.path(least) + unit);
        } else if (node.has(most)) {
            words.add("at most " + node.path(most) + unit);
        }
    }

    private static String cell(String text) {
        return text.isEmpty() ? "-" : text.replace("|", "\\|").replace("\n", " ");
    }
}
