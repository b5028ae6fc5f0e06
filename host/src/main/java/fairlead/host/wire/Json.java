package fairlead.host.wire;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Documents of the wire: numbers keep all their digits.
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static byte[] bytes(ObjectNode document) {
        return MAPPER.writeValueAsBytes(document);
    }

    public static ObjectNode parse(byte[] document) throws Garbled {
        try {
            return asObject(MAPPER.readTree(document), "document");
        } catch (JacksonException malformed) {
            throw new Garbled("no JSON: " + malformed.getOriginalMessage());
        }
    }

    static ObjectNode object(ObjectNode from, String name) throws Garbled {
        return asObject(from.get(name), name);
    }

    static Optional<ObjectNode> optionalObject(ObjectNode from, String name) throws Garbled {
        JsonNode value = from.get(name);
        return value == null ? Optional.empty() : Optional.of(asObject(value, name));
    }

    static ObjectNode asObject(@Nullable JsonNode value, String name) throws Garbled {
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw new Garbled("'" + name + "' is no object");
    }

    public static String text(ObjectNode from, String name) throws Garbled {
        return optionalText(from, name).orElseThrow(() -> new Garbled("'" + name + "' is no text"));
    }

    public static Optional<String> optionalText(ObjectNode from, String name) {
        JsonNode value = from.get(name);
        return value == null || !value.isString() ? Optional.empty() : Optional.of(value.stringValue());
    }

    public static int number(ObjectNode from, String name) throws Garbled {
        JsonNode value = from.get(name);
        if (value == null || !value.isInt()) {
            throw new Garbled("'" + name + "' is no number");
        }
        return value.intValue();
    }

    static ObjectNode texts(Map<String, String> texts) {
        ObjectNode document = object();
        texts.forEach(document::put);
        return document;
    }

    static Map<String, String> texts(ObjectNode document) {
        Map<String, String> texts = new TreeMap<>();
        document.properties()
                .forEach(member -> texts.put(member.getKey(), member.getValue().asString("")));
        return texts;
    }
}
