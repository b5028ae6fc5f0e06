package fairlead.server.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A table whose rows have a checksum, in the column `checksum`. Who writes a row writes it along; where it does not know
/// all that is in the row then, it writes none, and a [RecordCheck] fills it in later.
///
/// @param key the column by which the table is read from one end to the other
/// @param numbered whether that is a number; else it is a text
/// @param columns what the checksum is of, in this order
/// @param opaque bytes of which the checksum can't be known beforehand. A row with such a value has none; what seals it
///     protects it
public record RecordTable(
        String name, String key, boolean numbered, List<String> columns, Predicate<byte[]> opaque) {

    private static final byte ABSENT = 0;
    private static final byte NUMBER = 1;
    private static final byte TEXT = 2;
    private static final byte BYTES = 3;

    /// Whether there can be a checksum of a row with these values.
    boolean isKnown(List<?> values) {
        return values.stream().noneMatch(value -> value instanceof byte[] bytes && opaque.test(bytes));
    }

    /// The checksum of a row: CRC-32C of its values, as a [Transaction] takes them and as they are read. No bytes and no
    /// value are the same.
    ///
    /// @param values in the order of the columns
    public static long checksum(@Nullable Object... values) {
        return checksum(Arrays.asList(values));
    }

    static long checksum(List<?> values) {
        CRC32C sum = new CRC32C();
        ByteBuffer head = ByteBuffer.allocate(1 + Long.BYTES);
        values.forEach(value -> add(sum, head, value));
        return sum.getValue();
    }

    private static void add(CRC32C sum, ByteBuffer head, @Nullable Object value) {
        switch (value) {
            case null -> add(sum, head, ABSENT, 0, new byte[0]);
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                add(sum, head, TEXT, bytes.length, bytes);
            }
            case Long number -> add(sum, head, NUMBER, number, new byte[0]);
            case Integer number -> add(sum, head, NUMBER, number, new byte[0]);
            case Instant time -> add(sum, head, NUMBER, time.toEpochMilli(), new byte[0]);
            case byte[] bytes -> add(sum, head, bytes.length == 0 ? ABSENT : BYTES, bytes.length, bytes);
            case Optional<?> perhaps -> add(sum, head, perhaps.orElse(null));
            default -> throw new IllegalArgumentException("no checksum of a " + value.getClass());
        }
    }

    private static void add(CRC32C sum, ByteBuffer head, byte kind, long number, byte[] bytes) {
        head.clear().put(kind).putLong(number).flip();
        sum.update(head);
        sum.update(bytes);
    }
}
