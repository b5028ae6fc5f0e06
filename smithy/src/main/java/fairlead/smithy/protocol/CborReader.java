package fairlead.smithy.protocol;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads trees as RFC 8949, "Concise Binary Object Representation", has them, with definite lengths or indefinite.
final class CborReader {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 200;
    private static final int INDEFINITE = 31;
    private static final int BREAK = 0xff;

    private final ByteBuffer bytes;
    private int depth;

    private CborReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /// @throws MalformedAnswer if it is not one whole item
    static JsonNode read(byte[] bytes) {
        CborReader reader = new CborReader(bytes);
        try {
            JsonNode tree = reader.value();
            if (reader.bytes.hasRemaining()) {
                throw new MalformedAnswer("there is more behind the CBOR item");
            }
            return tree;
        } catch (BufferUnderflowException | ArithmeticException | IllegalArgumentException | JacksonException broken) {
            throw new MalformedAnswer("the CBOR item is not well-formed", broken);
        }
    }

    private JsonNode value() {
        if (++depth > DEEPEST) {
            throw new MalformedAnswer("the CBOR item is nested deeper than " + DEEPEST);
        }
        int first = bytes.get() & 0xff;
        int info = first & 31;
        JsonNode value = switch (first >>> 5) {
            case CborWriter.UNSIGNED -> number(unsigned(info));
            case CborWriter.NEGATIVE -> number(unsigned(info).not());
            case CborWriter.BYTES -> NODES.binaryNode(octets(info, CborWriter.BYTES));
            case CborWriter.TEXT -> NODES.stringNode(text(info));
            case CborWriter.ARRAY -> array(info);
            case CborWriter.MAP -> map(info);
            case CborWriter.TAG -> tagged(unsigned(info).intValueExact());
            default -> simple(info);
        };
        depth--;
        return value;
    }

    private static JsonNode number(BigInteger number) {
        return number.bitLength() < 32
                ? NODES.numberNode(number.intValue())
                : number.bitLength() < 64 ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }

    private BigInteger unsigned(int info) {
        return switch (info) {
            case 24 -> BigInteger.valueOf(bytes.get() & 0xff);
            case 25 -> BigInteger.valueOf(bytes.getShort() & 0xffff);
            case 26 -> BigInteger.valueOf(bytes.getInt() & 0xffff_ffffL);
            case 27 -> new BigInteger(1, next(8));
            case 28, 29, 30, 31 -> throw new MalformedAnswer("the CBOR item has no form " + info);
            default -> BigInteger.valueOf(info);
        };
    }

    /// A length can't be more than what is left.
    private int length(int info) {
        int length = unsigned(info).intValueExact();
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }

    private byte[] next(int length) {
        byte[] octets = new byte[length];
        bytes.get(octets);
        return octets;
    }

    private byte[] octets(int info, int major) {
        if (info != INDEFINITE) {
            return next(length(info));
        }
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int first = bytes.get() & 0xff; first != BREAK; first = bytes.get() & 0xff) {
            if (first >>> 5 != major || (first & 31) == INDEFINITE) {
                throw new MalformedAnswer("a part of the CBOR item is of another kind");
            }
            joined.writeBytes(next(length(first & 31)));
        }
        return joined.toByteArray();
    }

    private String text(int info) {
        return new String(octets(info, CborWriter.TEXT), StandardCharsets.UTF_8);
    }

    private boolean more(int info, int read, int length) {
        if (info != INDEFINITE) {
            return read < length;
        }
        boolean ends = (bytes.get(bytes.position()) & 0xff) == BREAK;
        if (ends) {
            bytes.get();
        }
        return !ends;
    }

    private ArrayNode array(int info) {
        int length = info == INDEFINITE ? 0 : length(info);
        ArrayNode array = NODES.arrayNode();
        for (int i = 0; more(info, i, length); i++) {
            array.add(value());
        }
        return array;
    }

    private ObjectNode map(int info) {
        int length = info == INDEFINITE ? 0 : length(info);
        ObjectNode map = NODES.objectNode();
        for (int i = 0; more(info, i, length); i++) {
            int key = bytes.get() & 0xff;
            if (key >>> 5 != CborWriter.TEXT) {
                throw new MalformedAnswer("a key of the CBOR item is no text");
            }
            String name = text(key & 31);
            map.set(name, value());
        }
        return map;
    }

    private JsonNode tagged(int tag) {
        JsonNode content = value();
        return switch (tag) {
            case CborWriter.TAG_EPOCH -> NODES.pojoNode(Timestamps.ofSeconds(content.decimalValue()));
            case CborWriter.TAG_BIG -> NODES.numberNode(new BigInteger(1, content.binaryValue()));
            case CborWriter.TAG_BIG_NEGATIVE -> NODES.numberNode(new BigInteger(1, content.binaryValue()).not());
            case CborWriter.TAG_DECIMAL ->
                NODES.numberNode(new BigDecimal(
                        content.path(1).bigIntegerValue(),
                        Math.negateExact(content.path(0).intValue())));
            default -> content;
        };
    }

    private JsonNode simple(int info) {
        return switch (info) {
            case 20 -> NODES.booleanNode(false);
            case 21 -> NODES.booleanNode(true);
            case 22, 23 -> NODES.nullNode();
            case 25 -> NODES.numberNode((double) Float.float16ToFloat(bytes.getShort()));
            case 26 -> NODES.numberNode(bytes.getFloat());
            case 27 -> NODES.numberNode(bytes.getDouble());
            default -> throw new MalformedAnswer("the CBOR item has no simple value " + info);
        };
    }
}
