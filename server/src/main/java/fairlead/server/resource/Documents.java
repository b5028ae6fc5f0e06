package fairlead.server.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON documents as they are received and stored.
///
/// Strict: a duplicate key, a depth over 64 and a number of over 1,000 digits are errors, and a number keeps the
/// digits it came with.
public final class Documents {

    /// Objects and arrays within one another.
    public static final int DEEPEST = 64;

    /// The mapper for everything that comes from outside.
    public static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxNumberLength(1000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int EMPTY = "{}".length();

    private Documents() {}

    /// A stored object; no bytes are an empty one.
    static ObjectNode object(byte[] bytes) {
        return bytes.length == 0 ? empty() : (ObjectNode) JSON.readTree(bytes);
    }

    /// The texts of a stored object that holds nothing else: tags.
    static Map<String, String> texts(byte[] bytes) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (bytes.length > EMPTY) {
            object(bytes).forEachEntry((key, value) -> texts.put(key, value.asString("")));
        }
        return texts;
    }

    static byte[] bytes(ObjectNode object) {
        return JSON.writeValueAsBytes(object);
    }

    static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
