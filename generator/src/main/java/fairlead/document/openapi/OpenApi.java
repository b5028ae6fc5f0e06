package fairlead.document.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Writes OpenAPI 3.1 documents.
public final class OpenApi {

    private static final String FOLLOWING = "/providers/{namespace}/locations/{location}/";

    private static final String GROUP_LOCATION = "/components/schemas/ResourceGroup.Input/properties/location";

    private OpenApi() {}

    /// The description of a whole server: what every server has, and these types.
    ///
    /// The same types in the same order give the same bytes. They are walked through twice and none is held: a
    /// server of very many types needs the room of one.
    ///
    /// @param locations in which groups can be made
    public static void writeServer(OutputStream out, Iterable<ApiType> types, List<String> locations) {
        JsonNode base = base();
        if (base.at(GROUP_LOCATION) instanceof ObjectNode location && !locations.isEmpty()) {
            locations.forEach(location.putArray("enum")::add);
        }
        write(out, base, types, path -> true);
    }

    /// The description of one type: its own addresses, and those of its operations.
    public static void writeType(OutputStream out, ApiType type) {
        write(out, base(), List.of(type), path -> path.contains(FOLLOWING));
    }

    static JsonNode base() {
        try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream("server.json"))) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(
            OutputStream out, JsonNode base, Iterable<ApiType> types, Function<String, Boolean> isWanted) {
        try (JsonGenerator json = JsonMapper.shared().createGenerator(out)) {
            json.writeStartObject();
            for (Map.Entry<String, JsonNode> part : base.properties()) {
                json.writeName(part.getKey());
                switch (part.getKey()) {
                    case "paths" -> writePaths(json, part.getValue(), types, isWanted);
                    case "components" -> writeComponents(json, part.getValue(), types);
                    default -> json.writeTree(part.getValue());
                }
            }
            json.writeEndObject();
        }
    }

    private static void writePaths(
            JsonGenerator json, JsonNode own, Iterable<ApiType> types, Function<String, Boolean> isWanted) {
        json.writeStartObject();
        own.forEachEntry((path, item) -> {
            if (isWanted.apply(path)) {
                json.writeName(path).writeTree(item);
            }
        });
        for (ApiType type : types) {
            TypePaths.all(type).forEach((path, item) -> json.writeName(path).writeTree(item));
        }
        json.writeEndObject();
    }

    private static void writeComponents(JsonGenerator json, JsonNode own, Iterable<ApiType> types) {
        json.writeStartObject();
        own.forEachEntry((kind, components) -> {
            json.writeName(kind);
            if (!kind.equals("schemas")) {
                json.writeTree(components);
                return;
            }
            json.writeStartObject();
            components.forEachEntry((name, schema) -> json.writeName(name).writeTree(schema));
            for (ApiType type : types) {
                new TypeSchemas(type)
                        .all()
                        .forEach((name, schema) -> json.writeName(name).writeTree(schema));
            }
            json.writeEndObject();
        });
        json.writeEndObject();
    }
}
