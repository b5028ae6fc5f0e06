package fairlead.server.arm;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.handler.Update;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The types that the scenarios of azure-http-specs speak of, with a handler that keeps what it is given.
final class AzureSpecs {

    private static final String VERSION = "2023-12-01-preview";

    private AzureSpecs() {}

    static List<ResourceType> types() {
        String texts = """
            "description": {"type": "string"}\
            """;
        String order = """
            "productId": {"type": "string"}, "amount": {"type": "integer"}\
            """;
        String widget = """
            "name": {"type": "string"}, "description": {"type": "string"}\
            """;
        String ids = Stream.of(
                        "armIdWithAllScopes",
                        "armIdWithGroupScope",
                        "armIdWithType",
                        "armIdWithTypeAndScope",
                        "simpleArmId")
                .map(name -> "\"" + name + "\": {\"type\": \"string\"}")
                .collect(Collectors.joining(", "));
        return List.of(
                type("Top::Tracked", "Azure.ResourceManager.Resources/topLevelTrackedResources", texts),
                nested(texts),
                type("Single::Tracked", "Azure.ResourceManager.Resources/singletonTrackedResources", texts),
                type("Shop::Order", "Azure.ResourceManager.OperationTemplates/orders", order),
                type("Shop::Widget", "Azure.ResourceManager.OperationTemplates/widgets", widget),
                type(
                        "Common::Confidential",
                        "Azure.ResourceManager.CommonProperties/confidentialResources",
                        "\"username\": {\"type\": \"string\", \"minLength\": 3}"),
                type("Common::Ids", "Azure.ResourceManager.CommonProperties/armResourceIdentifierResources", ids));
    }

    private static ResourceType type(String name, String armType, String properties) {
        return new ResourceType(
                schema(name, "\"Key\": {\"type\": \"string\"}, " + properties, "\"/properties/Key\""),
                registration(armType),
                Kept::new);
    }

    private static ResourceType nested(String properties) {
        return new ResourceType(
                schema(
                        "Top::Nested",
                        "\"Parent\": {\"type\": \"string\"}, \"Key\": {\"type\": \"string\"}, " + properties,
                        "\"/properties/Parent\", \"/properties/Key\""),
                registration("Azure.ResourceManager.Resources/topLevelTrackedResources/nestedProxyResources")
                        .put("parent", "Specs::Top::Tracked"),
                Kept::new);
    }

    private static ObjectNode registration(String armType) {
        return JsonMapper.shared().createObjectNode().put("apiVersion", VERSION).put("armType", armType);
    }

    private static ObjectNode schema(String name, String properties, String identifier) {
        return (ObjectNode) JsonMapper.shared().readTree("""
            {"typeName": "Specs::%s", "description": "Of azure-http-specs.", "additionalProperties": false,
             "properties": {%s}, "primaryIdentifier": [%s], "createOnlyProperties": [%s],
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
                          "delete": {"permissions": []}, "list": {"permissions": []}}}
            """.formatted(name, properties, identifier, identifier));
    }

    /// Keeps models by their identifiers.
    private static final class Kept implements ResourceHandler.Updatable, ResourceHandler.Listable {

        private final Map<String, ObjectNode> things = new ConcurrentHashMap<>();

        private static String key(ObjectNode model) {
            return model.path("Parent").asString("") + "/" + model.path("Key").asString("");
        }

        @Override
        public Progress create(Create request, Context context) {
            things.put(key(request.desired()), request.desired());
            return Progress.done(request.desired());
        }

        @Override
        public Progress read(Read request, Context context) {
            return Optional.ofNullable(things.get(key(request.identifier())))
                    .<Progress>map(Progress::done)
                    .orElseGet(() -> Progress.failed(ErrorCode.NOT_FOUND, "there is none"));
        }

        @Override
        public Progress update(Update request, Context context) {
            things.put(key(request.desired()), request.desired());
            return Progress.done(request.desired());
        }

        @Override
        public Progress delete(Delete request, Context context) {
            return things.remove(key(request.identifier())) == null
                    ? Progress.failed(ErrorCode.NOT_FOUND, "there is none")
                    : Progress.gone();
        }

        @Override
        public Page list(Query query, Context context) {
            return new Page(List.copyOf(things.values()), Optional.empty());
        }
    }
}
