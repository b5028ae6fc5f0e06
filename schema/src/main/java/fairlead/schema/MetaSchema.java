package fairlead.schema;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import fairlead.schema.draft07.Violation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/// The published meta-schema of resource provider definitions, compiled when it is first needed.
final class MetaSchema {

    private static final String HOST = "https://schema.cloudformation.us-east-1.amazonaws.com/";
    private static final String DEFINITION = HOST + "provider.definition.schema.v1.json";
    private static final Shape SHAPE = compile();

    private MetaSchema() {}

    static List<Violation> validate(JsonNode document) {
        return SHAPE.validate(document, Mode.FULL);
    }

    private static Shape compile() {
        Map<String, JsonNode> documents = Map.of(
                DEFINITION,
                read("provider.definition.schema.v1.json"),
                HOST + "base.definition.schema.v1.json",
                read("base.definition.schema.v1.json"),
                HOST + "provider.configuration.definition.schema.v1.json",
                read("provider.configuration.definition.schema.v1.json"),
                "http://json-schema.org/draft-07/schema",
                read("draft-07.schema.json"));
        Compiler compiler = new Compiler(documents, Map.of());
        Shape shape = compiler.compile(DEFINITION, "");
        if (!compiler.flaws().isEmpty()) {
            throw new IllegalStateException("the meta-schema does not compile: " + compiler.flaws());
        }
        return shape;
    }

    private static JsonNode read(String file) {
        try (InputStream stream = Objects.requireNonNull(MetaSchema.class.getResourceAsStream("meta/" + file), file)) {
            return switch (Json.read(stream.readAllBytes())) {
                case Json.Read.Document(JsonNode root) -> root;
                case Json.Read.Malformed(Finding finding) -> throw new IllegalStateException(file + ": " + finding);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
