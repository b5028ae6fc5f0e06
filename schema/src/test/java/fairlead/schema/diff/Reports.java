package fairlead.schema.diff;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The type that these tests speak about, and how to write models down: single quotes stand for double ones.
final class Reports {

    static final ResourceSchema REPORT = valid(read("src/test/resources/fairlead/schema/report.schema.json"));

    private Reports() {}

    static ResourceSchema valid(String json) {
        return switch (ResourceSchema.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(invalid.findings());
        };
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    static ObjectNode model(String text) {
        return (ObjectNode) json(text);
    }

    /// `add /L/0 1, remove /L/2`.
    static String words(Patch patch) {
        return patch.toJson().values().stream()
                .map(operation -> operation.path("op").asString() + " "
                        + operation.path("path").asString()
                        + (operation.has("value") ? " " + operation.path("value") : ""))
                .collect(Collectors.joining(", "));
    }
}
