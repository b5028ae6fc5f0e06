package fairlead.generator;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Schemas for tests.
final class Schemas {

    private Schemas() {}

    static Optional<ResourceSchema> read(Path file) {
        try {
            return switch (ResourceSchema.parse(Files.readAllBytes(file))) {
                case Loaded.Valid(ResourceSchema schema, var _) -> Optional.of(schema);
                case Loaded.Invalid _ -> Optional.empty();
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A type with these properties, of which `Name` is the identifier; all else that is given stands beside them.
    static ResourceSchema of(String properties, String more) {
        String text = """
            {"typeName": "Initech::TPS::Report", "description": "A report.", "additionalProperties": false,
             "primaryIdentifier": ["/properties/Name"],
             "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}%s%s}%s%s}
            """.formatted(properties.isEmpty() ? "" : ", ", properties, more.isEmpty() ? "" : ", ", more);
        return switch (ResourceSchema.parse(text.getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid(ResourceSchema schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalArgumentException(findings.toString());
        };
    }
}
