package fairlead.server.database;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A table whose rows have a checksum, in the column `checksum`. Who writes a row writes it along; where it does not
/// know all that is in the row then, it writes none, and a [RecordCheck] fills it in later.
///
/// @param key the column by which the table is read from one end to the other
/// @param numbered whether that is a number; else it is a text
/// @param columns what the checksum is of, in this order
/// @param opaque bytes of which the checksum can't be known beforehand. A row with such a value has none; what seals it
///     protects it
public record RecordTable(String name, String key, boolean numbered, List<String> columns, Predicate<byte[]> opaque) {

    private static final byte ABSENT = 0;
    private static final byte NUMBER = 1;
    private static final byte TEXT = 2;
    private static final byte BYTES = 3;
    private static final byte[] NONE = {};
    private static final int SHORT = 64;

    /// Whether there can be a checksum of a row with these values.
    boolean isKnown(List<?> values) {
        return values.stream().noneMatch(value -> value instanceof byte[] bytes && opaque.test(bytes));
    }

    /// The checksum of a row: CRC-32C of its values, as a [Transaction] takes them and as they are read. No bytes and
    /// no value are the same.
    ///
    /// @param values in the order of the columns
    public static long checksum(@Nullable Object... values) {
        return checksum(Arrays.asList(values));
    }

    static long checksum(List<?> values) {
        Bytes bytes = all(values);
        CRC32C sum = new CRC32C();
        sum.update(bytes.all, 0, bytes.length);
        return sum.getValue();
    }

    /// The bytes that the checksum of these values is of: each value with its kind and its length in front, so that no
    /// two rows have the same.
    public static byte[] encoded(@Nullable Object... values) {
        Bytes bytes = all(Arrays.asList(values));
        return Arrays.copyOf(bytes.all, bytes.length);
    }

    /// As [#checksum(Object...)], of the bytes that [#encoded] gives for the values.
    public static long checksumOf(byte[] encoded) {
        CRC32C sum = new CRC32C();
        sum.update(encoded);
        return sum.getValue();
    }

    private static Bytes all(List<?> values) {
        Bytes bytes = new Bytes(room(values));
        for (Object value : values) {
            add(bytes, value);
        }
        return bytes;
    }

    /// About how many bytes that makes: documents count, and every other value is short.
    private static int room(List<?> values) {
        int room = SHORT * values.size();
        for (Object value : values) {
            if (value instanceof byte[] document) {
                room += document.length;
            }
        }
        return room;
    }

    private static void add(Bytes bytes, @Nullable Object value) {
        switch (value) {
            case null -> bytes.add(ABSENT, 0, NONE);
            case String text -> {
                byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
                bytes.add(TEXT, encoded.length, encoded);
            }
            case Long number -> bytes.add(NUMBER, number, NONE);
            case Integer number -> bytes.add(NUMBER, number, NONE);
            case Instant time -> bytes.add(NUMBER, time.toEpochMilli(), NONE);
            case byte[] content -> bytes.add(content.length == 0 ? ABSENT : BYTES, content.length, content);
            case Optional<?> perhaps -> add(bytes, perhaps.orElse(null));
            default -> throw new IllegalArgumentException("no checksum of a " + value.getClass());
        }
    }

    /// What the checksum is of, in one piece: for many small ones it takes several times as long.
    private static final class Bytes {

        private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

        private byte[] all;
        private int length;

        Bytes(int room) {
            all = new byte[room];
        }

        void add(byte kind, long number, byte[] content) {
            int needed = length + 1 + Long.BYTES + content.length;
            if (needed > all.length) {
                all = Arrays.copyOf(all, Math.max(2 * all.length, needed));
            }
            all[length] = kind;
            LONG.set(all, length + 1, number);
            System.arraycopy(content, 0, all, length + 1 + Long.BYTES, content.length);
            length = needed;
        }
    }
}
