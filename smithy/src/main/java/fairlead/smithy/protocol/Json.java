package fairlead.smithy.protocol;

import fairlead.schema.text.DecimalMapper;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// JSON bodies. Decimal numbers keep the digits that they came with.
final class Json {

    private static final JsonMapper MAPPER =
            new DecimalMapper(JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));

    private Json() {}

    static byte[] write(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }

    /// @throws MalformedAnswer if it is no JSON
    static JsonNode read(byte[] body) {
        try {
            return body.length == 0 ? JsonNodeFactory.instance.objectNode() : MAPPER.readTree(body);
        } catch (JacksonException malformed) {
            throw new MalformedAnswer("the body is not well-formed JSON", malformed);
        }
    }

    /// What can be said of a body that may come from something between us and the service.
    static JsonNode readLenient(byte[] body) {
        try {
            JsonNode tree = read(body);
            return tree.isObject() ? tree : JsonNodeFactory.instance.objectNode();
        } catch (MalformedAnswer notJson) {
            return JsonNodeFactory.instance.objectNode();
        }
    }
}
