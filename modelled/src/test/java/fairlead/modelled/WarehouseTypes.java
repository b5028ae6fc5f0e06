package fairlead.modelled;

import fairlead.handler.ResourceHandler;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The types of the warehouse's model, made as a registration makes them.
final class WarehouseTypes {

    static final ShapeId SERVICE = ShapeId.from("example.warehouse#Warehouse");

    private WarehouseTypes() {}

    /// A type that is open.
    record Opened(ResourceSchema schema, ResourceHandler handler, Packaging packaging) {}

    static Model model() {
        Models.Loaded loaded = Models.load(List.of(WarehouseProcess.EXAMPLE.resolve("warehouse.smithy")));
        return loaded.model().orElseThrow(() -> new AssertionError(loaded.findings()));
    }

    static Packaging packaging(Model model, String resource, ObjectNode settings) {
        ServiceShape service = model.expectShape(SERVICE, ServiceShape.class);
        Conversion.Type type = Conversion.of(
                        model, service, new Conversion.Options(Optional.of("Example"), Optional.empty(), false))
                .types()
                .stream()
                .filter(one -> one.resource().getName().equals(resource))
                .findFirst()
                .orElseThrow();
        return Packaging.of(model, service, type, settings);
    }

    static ObjectNode settings(URI endpoint) {
        return JsonMapper.shared().createObjectNode().put("endpoint", endpoint.toString());
    }

    static Opened open(Model model, String resource, URI endpoint) {
        Packaging packaging = packaging(model, resource, settings(endpoint));
        ResourceSchema schema = schema(packaging);
        ModelledType type = open(packaging, schema);
        ResourceHandler handler = type.handler()
                .orElseThrow(() -> new AssertionError(type.findings().toString()));
        return new Opened(schema, handler, packaging);
    }

    static ModelledType open(Packaging packaging, ResourceSchema schema) {
        return ModelledType.of(
                packaging.model(), (ObjectNode) packaging.registration().path("smithy"), schema, Map.of());
    }

    static ResourceSchema schema(Packaging packaging) {
        return switch (ResourceSchema.load(packaging.schema())) {
            case Loaded.Valid(var valid, var _) -> valid;
            case Loaded.Invalid(var findings) -> throw new AssertionError(findings.toString());
        };
    }
}
