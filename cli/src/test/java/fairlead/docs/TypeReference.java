package fairlead.docs;

import fairlead.document.Reference;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The types that come with the program: a page of each, as `fairlead schema docs` writes it, and the table that leads
/// to them.
final class TypeReference {

    static final String PAGES = "docs/reference/types";

    private static final String FOLDER = "providers/src/main/resources/fairlead/providers";

    private TypeReference() {}

    /// A type that is in the program.
    ///
    /// @param registration its ARM type and what goes with it
    private record Shipped(ResourceSchema schema, JsonNode registration) {

        String name() {
            return schema.typeName().toString();
        }

        String file() {
            return name().replace("::", "-").toLowerCase(Locale.ROOT) + ".md";
        }

        String row() {
            String parent = registration.path("parent").asString("");
            return "| [%s](types/%s) | `%s` | `%s` | %s | %s |\n"
                    .formatted(
                            name(),
                            file(),
                            registration.path("armType").stringValue(),
                            registration.path("apiVersion").stringValue(),
                            parent.isEmpty() ? "-" : parent,
                            schema.description());
        }
    }

    /// The text of each page, by its path.
    static Map<String, String> pages() {
        Map<String, String> pages = new TreeMap<>();
        shipped().forEach(type -> pages.put(PAGES + "/" + type.file(), Reference.of(type.schema)));
        return pages;
    }

    /// A row for each type.
    static String table() {
        StringBuilder text =
                new StringBuilder("| Type | ARM type | API version | Nested under | |\n|---|---|---|---|---|\n");
        shipped().forEach(type -> text.append(type.row()));
        return text.toString();
    }

    private static List<Shipped> shipped() {
        try (Stream<Path> files = Files.walk(Repository.file(FOLDER))) {
            return files.filter(file -> file.toString().endsWith(".schema.json"))
                    .map(file -> new Shipped(schema(file), registration(file)))
                    .sorted(Comparator.comparing(Shipped::name))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ResourceSchema schema(Path file) {
        return switch (ResourceSchema.parse(Repository.read(file.toString()).getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalStateException(file + ": " + findings);
        };
    }

    private static JsonNode registration(Path schema) {
        String name = schema.getFileName().toString().replace(".schema.", ".registration.");
        return JsonMapper.shared()
                .readTree(Repository.read(schema.resolveSibling(name).toString()));
    }
}
