package fairlead.providers;

import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a type's own schema says about its top-level properties, for the handler: so that defaults are written
/// once.
///
/// @param schema the resource type schema
public record Shape(ObjectNode schema) {

    private static final String POINTER = "/properties/";

    /// A type whose files lie beside a class, with a handler that knows the shape.
    public static ResourceType beside(Class<?> place, String name, Function<Shape, ? extends ResourceHandler> handler) {
        ResourceType files = ResourceType.beside(place, name, () -> {
            throw new IllegalStateException("never asked: the handler is made below");
        });
        Shape shape = new Shape(files.schema());
        return new ResourceType(files.schema(), files.registration(), () -> handler.apply(shape));
    }

    /// What a handler remembers of a desired state: with the defaults, without what only the handler may say and
    /// without what must not be stored.
    public ObjectNode kept(ObjectNode desired) {
        ObjectNode kept = desired.deepCopy();
        kept.remove(named("readOnlyProperties"));
        kept.remove(named("writeOnlyProperties"));
        schema.path("properties").properties().forEach(property -> {
            JsonNode value = property.getValue().path("default");
            if (!value.isMissingNode() && !kept.has(property.getKey())) {
                kept.set(property.getKey(), value.deepCopy());
            }
        });
        return kept;
    }

    private List<String> named(String section) {
        return schema.path(section)
                .valueStream()
                .map(pointer -> pointer.asString().substring(POINTER.length()))
                .toList();
    }
}
