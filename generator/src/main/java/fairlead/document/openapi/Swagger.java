package fairlead.document.openapi;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes Swagger 2.0 documents, each of one version of a namespace, as the generators of clients of resource providers
/// take them.
///
/// They say what the OpenAPI 3.1 documents say, as far as Swagger has words for it: of a choice between schemas, of
/// conditions and of the names of properties it has none, and what stands there is left out.
public final class Swagger {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String OPERATIONS = "/providers/{namespace}/operations";
    private static final String PARAMETERS = "#/components/parameters/";
    private static final List<String> COPIED =
            List.of("type", "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "enum", "default");

    private final String namespace;
    private final JsonNode base = OpenApi.base();
    private final SwaggerSchemas schemas;
    private final Map<String, JsonNode> parameters = new LinkedHashMap<>();

    private Swagger(String namespace, List<ApiType> types) {
        this.namespace = namespace;
        Map<String, JsonNode> components = new LinkedHashMap<>();
        base.at("/components/schemas").forEachEntry(components::put);
        types.forEach(type -> components.putAll(new TypeSchemas(type).all()));
        schemas = new SwaggerSchemas(components);
    }

    /// @param types those of the namespace that have this version
    public static void write(OutputStream out, String namespace, String version, List<ApiType> types) {
        JsonMapper.shared().writeValue(out, new Swagger(namespace, types).document(version, types));
    }

    private ObjectNode document(String version, List<ApiType> types) {
        ObjectNode document = NODES.objectNode().put("swagger", "2.0");
        document.putObject("info").put("title", namespace).put("version", version);
        document.putArray("schemes").add("https");
        document.putArray("consumes").add("application/json");
        document.putArray("produces").add("application/json");
        ObjectNode paths = document.putObject("paths");
        paths.set(
                OPERATIONS.replace("{namespace}", namespace),
                own(base.path("paths").path(OPERATIONS)));
        for (ApiType type : types) {
            TypePaths.distinct(type).forEach((path, item) -> paths.set(path, item(item, type)));
        }
        ObjectNode definitions = document.putObject("definitions");
        schemas.definitions().forEach(definitions::set);
        ObjectNode shared = document.putObject("parameters");
        parameters.forEach(shared::set);
        return document;
    }

    /// What the server has for every namespace, of this one.
    private ObjectNode own(JsonNode item) {
        ObjectNode own = NODES.objectNode();
        ObjectNode get = operation(item.path("get"), List.of());
        get.put("operationId", "Operations_List");
        return own.set("get", get);
    }

    private ObjectNode item(ObjectNode item, ApiType type) {
        ObjectNode swagger = NODES.objectNode();
        List<JsonNode> shared = item.path("parameters").valueStream().toList();
        item.forEachEntry((method, operation) -> {
            if (!method.equals("parameters")) {
                ObjectNode converted = operation(operation, shared);
                converted.put("operationId", id(operation.path("operationId").asString(""), type));
                swagger.set(method, converted);
            }
        });
        return swagger;
    }

    /// Generators make a class of what is before the underscore, and there is no other one in it.
    private static String id(String id, ApiType type) {
        StringBuilder group = new StringBuilder();
        for (String word : type.types()) {
            group.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        String verb = id.substring(type.operation().length() + 1).replace("_", "");
        return group + "_" + verb;
    }

    private ObjectNode operation(JsonNode operation, List<JsonNode> shared) {
        ObjectNode swagger = NODES.objectNode();
        ArrayNode all = NODES.arrayNode();
        List<JsonNode> given = new ArrayList<>(shared);
        operation.path("parameters").forEach(given::add);
        given.forEach(parameter -> all.add(parameter(parameter)));
        operation.forEachEntry((key, value) -> {
            switch (key) {
                case "parameters" -> {}
                case "requestBody" -> all.add(body(value));
                case "responses" -> {
                    ObjectNode responses = swagger.putObject(key);
                    value.forEachEntry((status, response) -> responses.set(status, response(response)));
                }
                default -> swagger.set(key, value.deepCopy());
            }
        });
        return swagger.set("parameters", all);
    }

    private ObjectNode parameter(JsonNode parameter) {
        String reference = parameter.path("$ref").asString("");
        if (!reference.startsWith(PARAMETERS)) {
            return plain(parameter);
        }
        String name = reference.substring(PARAMETERS.length());
        parameters.computeIfAbsent(name, key -> {
            ObjectNode shared = plain(base.at("/components/parameters").path(key));
            return shared.put("x-ms-parameter-location", key.equals("subscriptionId") ? "client" : "method");
        });
        return NODES.objectNode().put("$ref", "#/parameters/" + name);
    }

    private ObjectNode plain(JsonNode parameter) {
        ObjectNode plain = NODES.objectNode();
        plain.set("name", parameter.path("name"));
        plain.set("in", parameter.path("in"));
        plain.put("required", parameter.path("required").asBoolean(false));
        parameter.optional("description").ifPresent(text -> plain.set("description", text));
        flat(resolved(parameter.path("schema")), plain);
        if (parameter.path("name").asString("").equals("scope")) {
            plain.put("x-ms-skip-url-encoding", true);
        }
        return plain;
    }

    /// A parameter has no references: what its schema refers to, with what it says beside that.
    private JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        if (reference.isEmpty()) {
            return schema;
        }
        ObjectNode whole = base.at(reference.substring(1)).asObject().deepCopy();
        schema.forEachEntry(whole::set);
        return whole.remove(List.of("$ref"));
    }

    private static void flat(JsonNode schema, ObjectNode into) {
        for (String keyword : COPIED) {
            schema.optional(keyword).ifPresent(value -> into.set(keyword, value.deepCopy()));
        }
        if (!into.has("type")) {
            into.put("type", "string");
        }
    }

    private ObjectNode body(JsonNode request) {
        ObjectNode body = NODES.objectNode().put("name", "body").put("in", "body");
        body.put("required", request.path("required").asBoolean(false));
        return body.set("schema", schemas.convert(schema(request)));
    }

    private ObjectNode response(JsonNode response) {
        JsonNode resolved = Optional.of(response.path("$ref").asString(""))
                .filter(reference -> !reference.isEmpty())
                .map(reference -> base.at(reference.substring(1)))
                .orElse(response);
        ObjectNode swagger = NODES.objectNode();
        swagger.set("description", resolved.path("description"));
        if (resolved.has("content")) {
            swagger.set("schema", schemas.convert(schema(resolved)));
        }
        resolved.path("headers").forEachEntry((name, header) -> {
            JsonNode known = base.at(header.path("$ref").asString("#").substring(1));
            ObjectNode plain = swagger.withObjectProperty("headers").putObject(name);
            known.optional("description").ifPresent(text -> plain.set("description", text));
            flat(known.path("schema"), plain);
        });
        return swagger;
    }

    private static JsonNode schema(JsonNode holder) {
        return holder.path("content").path("application/json").path("schema");
    }
}
