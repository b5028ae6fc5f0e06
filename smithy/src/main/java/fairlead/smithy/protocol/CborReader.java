package fairlead.smithy.protocol;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORFactory;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORParser;
import tools.jackson.dataformat.cbor.CBORReadFeature;

/// Reads trees as RFC 8949, "Concise Binary Object Representation", has them, with definite lengths or indefinite.
///
/// Jackson's parser does the reading. The tree is put together here because Jackson's own trees forget the tag of a
/// timestamp, and because Jackson takes numbers for keys and has values for simple values that are not assigned.
final class CborReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 200;
    private static final int TEXT = 3;
    private static final int HALF_SIZE = 3;

    /// The tags of big numbers and of decimals. The parser drops them from the numbers that it makes of them.
    private static final List<Integer> NUMBERS = List.of(2, 3, 4);

    private static final CBORMapper MAPPER = CBORMapper.builder(CBORFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .disable(CBORReadFeature.READ_UNDEFINED_AS_EMBEDDED_OBJECT)
                    .build())
            .build();

    private final byte[] bytes;
    private final CBORParser parser;

    private CborReader(byte[] bytes, CBORParser parser) {
        this.bytes = bytes;
        this.parser = parser;
    }

    /// @throws MalformedAnswer if it is not one whole item
    static JsonNode read(byte[] bytes) {
        try (CBORParser parser = (CBORParser) MAPPER.createParser(bytes)) {
            CborReader reader = new CborReader(bytes, parser);
            JsonNode tree = reader.value(parser.nextToken());
            if (parser.currentLocation().getByteOffset() < bytes.length) {
                throw new MalformedAnswer("there is more behind the CBOR item");
            }
            return tree;
        } catch (JacksonException | ArithmeticException | DateTimeException broken) {
            throw new MalformedAnswer("the CBOR item is not well-formed", broken);
        }
    }

    private JsonNode value(JsonToken token) {
        CBORParser.TagList tags = parser.getCurrentTags();
        if (NUMBERS.stream().anyMatch(tags::contains)) {
            throw new MalformedAnswer("the CBOR item has the tag of a number before something else");
        }
        boolean timestamp = tags.contains(CborWriter.TAG_EPOCH);
        JsonNode value = plain(token);
        return timestamp ? NODES.pojoNode(Timestamps.ofSeconds(value.decimalValue())) : value;
    }

    private JsonNode plain(JsonToken token) {
        return switch (token) {
            case null -> throw new MalformedAnswer("the CBOR item ends too early");
            case START_OBJECT -> map();
            case START_ARRAY -> array();
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_EMBEDDED_OBJECT -> octets();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE ->
                throw new MalformedAnswer("the CBOR item has " + token + " in the place of a value");
        };
    }

    private ObjectNode map() {
        ObjectNode map = NODES.objectNode();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            int key = (int) parser.currentTokenLocation().getByteOffset();
            if ((bytes[key] & 0xff) >>> 5 != TEXT) {
                throw new MalformedAnswer("a key of the CBOR item is no text");
            }
            map.set(parser.currentName(), value(parser.nextToken()));
        }
        requireEnd();
        return map;
    }

    private ArrayNode array() {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            array.add(value(next));
        }
        requireEnd();
        return array;
    }

    /// A tag stands before an item, and an end is none.
    private void requireEnd() {
        if (!parser.getCurrentTags().isEmpty()) {
            throw new MalformedAnswer("the CBOR item has a tag before an end");
        }
    }

    private JsonNode whole() {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> number(BigInteger.valueOf(parser.getLongValue()));
            default -> number(parser.getBigIntegerValue());
        };
    }

    /// In the smallest kind of node, however many bytes the number came in.
    private static JsonNode number(BigInteger number) {
        return number.bitLength() < Integer.SIZE
                ? NODES.numberNode(number.intValue())
                : number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }

    private JsonNode decimal() {
        return switch (parser.getNumberType()) {
            case FLOAT ->
                isHalf() ? NODES.numberNode((double) parser.getFloatValue()) : NODES.numberNode(parser.getFloatValue());
            case DOUBLE -> NODES.numberNode(parser.getDoubleValue());
            default -> NODES.numberNode(parser.getDecimalValue());
        };
    }

    /// A half has so few digits that a float's shortest text is not the number any more.
    private boolean isHalf() {
        return parser.currentLocation().getByteOffset()
                        - parser.currentTokenLocation().getByteOffset()
                == HALF_SIZE;
    }

    private JsonNode octets() {
        if (parser.getEmbeddedObject() instanceof byte[] octets) {
            return NODES.binaryNode(octets);
        }
        throw new MalformedAnswer("the CBOR item has a simple value without a meaning");
    }
}
