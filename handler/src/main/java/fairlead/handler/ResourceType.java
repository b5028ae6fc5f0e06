package fairlead.handler;

import java.io.InputStream;
import java.util.Objects;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A resource type together with the handler that serves it, as code gives it to a control plane.
///
/// @param schema the CloudFormation resource type schema
/// @param registration what the schema can't say: `apiVersion`, `parent`, `armType` and the other settings of a
///     registration file (`fairlead.json`)
/// @param handler makes the handler; called once for each registration
public record ResourceType(ObjectNode schema, ObjectNode registration, Supplier<? extends ResourceHandler> handler) {

    /// A type whose files lie beside a class: `<name>.schema.json` and `<name>.registration.json`.
    public static ResourceType beside(Class<?> place, String name, Supplier<? extends ResourceHandler> handler) {
        return new ResourceType(read(place, name + ".schema.json"), read(place, name + ".registration.json"), handler);
    }

    private static ObjectNode read(Class<?> place, String file) {
        InputStream stream =
                Objects.requireNonNull(place.getResourceAsStream(file), () -> file + " is missing beside " + place);
        JsonNode tree = JsonMapper.shared().readTree(stream);
        return (ObjectNode) tree;
    }
}
