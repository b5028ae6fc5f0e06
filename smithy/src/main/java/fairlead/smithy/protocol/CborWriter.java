package fairlead.smithy.protocol;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.POJONode;

/// Writes trees as RFC 8949, "Concise Binary Object Representation", has it: definite lengths, the shortest form of
/// whole numbers, and timestamps with tag 1.
final class CborWriter {

    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;
    static final int SIMPLE = 7;

    static final int TAG_EPOCH = 1;
    static final int TAG_BIG = 2;
    static final int TAG_BIG_NEGATIVE = 3;
    static final int TAG_DECIMAL = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    private CborWriter() {}

    static byte[] write(JsonNode tree) {
        CborWriter writer = new CborWriter();
        writer.value(tree);
        return writer.bytes.toByteArray();
    }

    private void value(JsonNode node) {
        JsonNodeType type = node.getNodeType();
        switch (type) {
            case OBJECT -> {
                head(MAP, node.size());
                for (Map.Entry<String, JsonNode> entry : node.properties()) {
                    text(entry.getKey());
                    value(entry.getValue());
                }
            }
            case ARRAY -> {
                head(ARRAY, node.size());
                node.forEach(this::value);
            }
            case STRING -> text(node.asString());
            case BINARY -> octets(BYTES, node.binaryValue());
            case BOOLEAN -> bytes.write(SIMPLE << 5 | (node.booleanValue() ? 21 : 20));
            case NULL, MISSING -> bytes.write(SIMPLE << 5 | 22);
            case NUMBER -> number(node);
            case POJO -> tagged((POJONode) node);
        }
    }

    private void text(String text) {
        octets(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    private void octets(int major, byte[] content) {
        head(major, content.length);
        bytes.writeBytes(content);
    }

    private void tagged(POJONode node) {
        if (!(node.getPojo() instanceof Instant time)) {
            throw new IllegalArgumentException("CBOR has no form for " + node.getPojo());
        }
        head(TAG, TAG_EPOCH);
        if (time.getNano() == 0) {
            whole(BigInteger.valueOf(time.getEpochSecond()));
        } else {
            decimal64(Timestamps.seconds(time).doubleValue());
        }
    }

    private void number(JsonNode node) {
        if (node.isFloat()) {
            bytes.write(SIMPLE << 5 | 26);
            bytes.writeBytes(ByteBuffer.allocate(4).putFloat(node.floatValue()).array());
        } else if (node.isDouble()) {
            decimal64(node.doubleValue());
        } else if (node.isBigDecimal()) {
            decimal(node.decimalValue());
        } else {
            whole(node.bigIntegerValue());
        }
    }

    private void decimal64(double number) {
        bytes.write(SIMPLE << 5 | 27);
        bytes.writeBytes(ByteBuffer.allocate(8).putDouble(number).array());
    }

    private void decimal(BigDecimal number) {
        if (number.scale() == 0) {
            whole(number.unscaledValue());
            return;
        }
        head(TAG, TAG_DECIMAL);
        head(ARRAY, 2);
        whole(BigInteger.valueOf(-(long) number.scale()));
        whole(number.unscaledValue());
    }

    private void whole(BigInteger number) {
        boolean negative = number.signum() < 0;
        BigInteger magnitude = negative ? number.not() : number;
        if (magnitude.bitLength() <= 64) {
            head(negative ? NEGATIVE : UNSIGNED, magnitude.longValue());
            return;
        }
        head(TAG, negative ? TAG_BIG_NEGATIVE : TAG_BIG);
        byte[] octets = magnitude.toByteArray();
        int from = octets[0] == 0 ? 1 : 0;
        head(BYTES, octets.length - from);
        bytes.write(octets, from, octets.length - from);
    }

    /// A major type with its argument, an unsigned number.
    private void head(int major, long argument) {
        int first = major << 5;
        if (argument >= 0 && argument < 24) {
            bytes.write(first | (int) argument);
        } else if (argument >= 0 && argument <= 0xff) {
            argument(first | 24, argument, 1);
        } else if (argument >= 0 && argument <= 0xffff) {
            argument(first | 25, argument, 2);
        } else if (argument >= 0 && argument <= 0xffff_ffffL) {
            argument(first | 26, argument, 4);
        } else {
            argument(first | 27, argument, 8);
        }
    }

    private void argument(int first, long argument, int size) {
        bytes.write(first);
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            bytes.write((int) (argument >>> shift));
        }
    }
}
