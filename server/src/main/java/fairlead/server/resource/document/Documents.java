package fairlead.server.resource.document;

import fairlead.schema.text.DecimalMapper;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
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

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(DEEPEST)
            .maxNumberLength(1000)
            .build();

    /// The mapper for everything that comes from outside.
    public static final JsonMapper JSON = new DecimalMapper(JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(LIMITS)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS));

    /// For what has come through the other one: no name in it is there twice.
    private static final JsonMapper STORED = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(LIMITS).build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final JsonMapper SORTED = JSON.rebuild()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static final int EMPTY = "{}".length();

    private Documents() {}

    /// A stored object; no bytes are an empty one.
    public static ObjectNode object(byte[] bytes) {
        return bytes.length == 0 ? empty() : (ObjectNode) STORED.readTree(bytes);
    }

    /// The texts of a stored object that holds nothing else: tags.
    public static Map<String, String> texts(byte[] bytes) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (bytes.length > EMPTY) {
            object(bytes).forEachEntry((key, value) -> texts.put(key, value.asString("")));
        }
        return texts;
    }

    public static byte[] bytes(ObjectNode object) {
        return JSON.writeValueAsBytes(object);
    }

    /// The same for the same values, in whatever order their names are: 32 hexadecimal digits.
    public static String digest(byte[] json) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(SORTED.writeValueAsBytes(values(JSON.readTree(json))));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// The same text for the same values, in whatever order their names are.
    public static String sorted(JsonNode json) {
        return SORTED.writeValueAsString(values(json));
    }

    private static Object values(JsonNode json) {
        return JSON.treeToValue(json, Object.class);
    }

    public static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
