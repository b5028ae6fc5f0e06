package fairlead.server.arm;

import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Sku;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A SKU in a list of those that a resource, or a new one, could have.
final class SkuJson {

    private SkuJson() {}

    static ObjectNode of(TypeVersion type, Sku sku) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("resourceType", type.armType().toString());
        json.set("sku", sku.toJson());
        sku.capacity().ifPresent(range -> {
            ObjectNode capacity = json.putObject("capacity");
            if (sku.scales()) {
                capacity.put("minimum", range.minimum())
                        .put("maximum", range.maximum())
                        .put("default", range.usual());
            }
            capacity.put("scaleType", range.scaleType().word());
        });
        return json;
    }

    /// With where it is offered.
    ///
    /// @param offered all locations
    static ObjectNode of(TypeVersion type, Sku sku, Iterable<String> offered) {
        ObjectNode json = of(type, sku);
        ArrayNode locations = json.putArray("locations");
        for (String location : offered) {
            if (sku.isOfferedIn(location)) {
                locations.add(location);
            }
        }
        return json;
    }
}
