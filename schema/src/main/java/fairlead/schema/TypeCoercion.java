package fairlead.schema;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts models whose numbers and booleans are texts into the types of the schema, and back.
///
/// Some handlers get every value as a text, and some return every value as one. Nothing is validated here; the
/// caller validates the result.
public final class TypeCoercion {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private TypeCoercion() {}

    /// The model with texts turned into the numbers and booleans that the schema asks for, and numbers and booleans
    /// into the texts it asks for, at every depth.
    ///
    /// What fits stays: where a text is taken, `"5"` is one. So does what can't be made to fit, and what
    /// alternatives would turn into different things. A number keeps the digits it is written with. The model given
    /// is not changed.
    public static ObjectNode toSchema(ResourceSchema schema, ObjectNode model) {
        return (ObjectNode) schema.shape().recast(model);
    }

    /// A value with every number and boolean in it written as a text.
    public static JsonNode toStrings(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode texts = NODES.objectNode();
                for (Map.Entry<String, JsonNode> member : object.properties()) {
                    texts.set(member.getKey(), toStrings(member.getValue()));
                }
                yield texts;
            }
            case ArrayNode array -> {
                ArrayNode texts = NODES.arrayNode(array.size());
                array.forEach(item -> texts.add(toStrings(item)));
                yield texts;
            }
            default -> value.isNumber() || value.isBoolean() ? NODES.stringNode(value.asString()) : value;
        };
    }
}
