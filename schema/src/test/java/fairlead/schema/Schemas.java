package fairlead.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The schemas that tests speak about, and how to read what they write down.
final class Schemas {

    /// A report with an owner, rules in a set and secrets in several places.
    static final ResourceSchema REPORT = valid(resource("report.schema.json"));

    private Schemas() {}

    static ResourceSchema valid(String json) {
        return switch (ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(invalid.findings());
        };
    }

    /// A schema `Initech::TPS::Thing` whose parts are given, single quotes for double ones.
    static String thing(String properties, String... more) {
        String rest = more.length == 0 ? "" : "," + String.join(",", more);
        String identifier = rest.contains("primaryIdentifier") ? "" : ",'primaryIdentifier':['/properties/Id']";
        return ("{'typeName':'Initech::TPS::Thing','description':'A thing.','additionalProperties':false,"
                        + "'properties':{" + properties + "}" + identifier + rest + "}")
                .replace('\'', '"');
    }

    static List<Finding> findings(String json) {
        return switch (ResourceSchema.parse(json.getBytes(StandardCharsets.UTF_8))) {
            case Loaded.Valid valid -> valid.warnings();
            case Loaded.Invalid invalid -> invalid.findings();
        };
    }

    /// JSON in which single quotes stand for double ones.
    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    static ObjectNode model(String text) {
        return (ObjectNode) json(text);
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String resource(String name) {
        try (var stream = Schemas.class.getResourceAsStream(name)) {
            return new String(java.util.Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
