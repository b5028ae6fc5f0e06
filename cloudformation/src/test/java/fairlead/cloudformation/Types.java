package fairlead.cloudformation;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.stack.document.TypeCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The types of `types.json`.
final class Types implements TypeCatalog {

    static final Types ALL = new Types();

    private final Map<String, ResourceSchema> schemas = new HashMap<>();

    private Types() {
        try (var stream = Types.class.getResourceAsStream("types.json")) {
            for (JsonNode document : new JsonMapper().readTree(stream).values()) {
                schemas.put(document.get("typeName").stringValue(), load(document));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ResourceSchema load(JsonNode document) {
        return switch (ResourceSchema.load(document)) {
            case Loaded.Valid(var schema, var _) -> schema;
            case Loaded.Invalid(var findings) -> throw new IllegalStateException(findings.toString());
        };
    }

    @Override
    public Optional<ResourceSchema> schema(String typeName) {
        return Optional.ofNullable(schemas.get(typeName));
    }
}
