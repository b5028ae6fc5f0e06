package fairlead.docs;

import fairlead.document.Reference;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The types that come with the program: what `fairlead schema docs` says of each, and how it is registered.
final class TypeReference {

    private static final String FOLDER = "providers/src/main/resources/fairlead/providers";
    private static final String HEAD = "|---|---|\n";

    private TypeReference() {}

    static String types() {
        try (Stream<Path> files = Files.walk(Repository.file(FOLDER))) {
            return files.filter(file -> file.toString().endsWith(".schema.json"))
                    .map(file -> describe(schema(file), json(registration(file))))
                    .sorted()
                    .collect(Collectors.joining("\n"));
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

    private static ResourceSchema schema(Path file) {
        return switch (ResourceSchema.load(json(file))) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalStateException(file + ": " + findings);
        };
    }

    /// One level below the page's own heading.
    private static String describe(ResourceSchema schema, JsonNode registration) {
        String rows = row("ARM type", registration, "armType")
                + row("API version", registration, "apiVersion")
                + row("Nested under", registration, "parent");
        return Reference.of(schema)
                .replaceFirst(Pattern.quote(HEAD), HEAD + rows)
                .replaceAll("(?m)^(#+ )", "#$1");
    }

    private static String row(String name, JsonNode registration, String key) {
        return registration
                .optional(key)
                .map(value -> "| " + name + " | `" + value.stringValue() + "` |\n")
                .orElse("");
    }
}
