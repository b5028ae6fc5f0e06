package fairlead.smithy.protocol;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;
import tools.jackson.dataformat.cbor.CBORGenerator;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.CBORWriteFeature;

/// Writes trees as RFC 8949, "Concise Binary Object Representation", has it: definite lengths, the shortest form of
/// whole numbers up to 64 bits, and timestamps with tag 1, which Jackson does not know.
final class CborWriter {

    static final int TAG_EPOCH = 1;

    private static final CBORMapper MAPPER =
            CBORMapper.builder().enable(CBORWriteFeature.LENIENT_UTF_ENCODING).build();

    private final CBORGenerator generator;

    private CborWriter(CBORGenerator generator) {
        this.generator = generator;
    }

    static byte[] write(JsonNode tree) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (CBORGenerator generator = (CBORGenerator) MAPPER.createGenerator(bytes)) {
            new CborWriter(generator).value(tree);
        }
        return bytes.toByteArray();
    }

    private void value(JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                generator.writeStartObject(node, node.size());
                for (Map.Entry<String, JsonNode> entry : node.properties()) {
                    generator.writeName(entry.getKey());
                    value(entry.getValue());
                }
                generator.writeEndObject();
            }
            case ARRAY -> {
                generator.writeStartArray(node, node.size());
                node.forEach(this::value);
                generator.writeEndArray();
            }
            case STRING -> generator.writeString(node.asString());
            case BINARY -> generator.writeBinary(node.binaryValue());
            case BOOLEAN -> generator.writeBoolean(node.booleanValue());
            case NULL, MISSING -> generator.writeNull();
            case NUMBER -> number(node);
            case POJO -> timestamp((POJONode) node);
        }
    }

    private void timestamp(POJONode node) {
        if (!(node.getPojo() instanceof Instant time)) {
            throw new IllegalArgumentException("CBOR has no form for " + node.getPojo());
        }
        generator.writeTag(TAG_EPOCH);
        if (time.getNano() == 0) {
            generator.writeNumber(time.getEpochSecond());
        } else {
            generator.writeNumber(Timestamps.seconds(time).doubleValue());
        }
    }

    private void number(JsonNode node) {
        if (node.isFloat()) {
            generator.writeNumber(node.floatValue());
        } else if (node.isDouble()) {
            generator.writeNumber(node.doubleValue());
        } else if (node.isBigDecimal()) {
            decimal(node.decimalValue());
        } else {
            whole(node.bigIntegerValue());
        }
    }

    private void decimal(BigDecimal number) {
        if (number.scale() == 0) {
            whole(number.unscaledValue());
        } else {
            generator.writeNumber(number);
        }
    }

    private void whole(BigInteger number) {
        if (number.bitLength() < Long.SIZE) {
            generator.writeNumber(number.longValue());
        } else {
            generator.writeNumber(number);
        }
    }
}
