package fairlead.smithy.checksum;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.Checksum;

/// CRC-64/NVME: reflected, polynomial `9a6c9329ac4bc9b5`, begun and ended with all ones; of `123456789` it is
/// `ae8b14860a799888`. The JDK does not have it.
///
/// Sixteen bytes a turn, by sixteen tables ("slicing"): one look into a table for each byte, none of which waits for
/// another.
final class Crc64Nvme implements Checksum {

    private static final long POLYNOMIAL = 0x9a6c9329ac4bc9b5L;
    private static final int SLICES = 16;
    private static final long[] TABLES = tables();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long register = -1;

    private static long[] tables() {
        long[] tables = new long[SLICES * 256];
        for (int value = 0; value < 256; value++) {
            long rest = value;
            for (int bit = 0; bit < 8; bit++) {
                rest = (rest & 1) == 0 ? rest >>> 1 : rest >>> 1 ^ POLYNOMIAL;
            }
            tables[value] = rest;
        }
        for (int i = 256; i < tables.length; i++) {
            long before = tables[i - 256];
            tables[i] = before >>> 8 ^ tables[(int) before & 0xff];
        }
        return tables;
    }

    @Override
    public void update(int value) {
        register = register >>> 8 ^ TABLES[(int) (register ^ value) & 0xff];
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        long crc = register;
        int at = offset;
        int end = offset + length;
        for (; end - at >= SLICES; at += SLICES) {
            long first = (long) LONGS.get(bytes, at) ^ crc;
            long second = (long) LONGS.get(bytes, at + Long.BYTES);
            crc = slice(first, SLICES - 1) ^ slice(second, Long.BYTES - 1);
        }
        for (; at < end; at++) {
            crc = crc >>> 8 ^ TABLES[(int) (crc ^ bytes[at]) & 0xff];
        }
        register = crc;
    }

    /// What eight bytes come to, the first of which is that many bytes away from the end of the turn.
    private static long slice(long eight, int last) {
        int table = last << 8;
        return TABLES[table + ((int) eight & 0xff)]
                ^ TABLES[table - 256 + ((int) (eight >>> 8) & 0xff)]
                ^ TABLES[table - 512 + ((int) (eight >>> 16) & 0xff)]
                ^ TABLES[table - 768 + ((int) (eight >>> 24) & 0xff)]
                ^ TABLES[table - 1024 + ((int) (eight >>> 32) & 0xff)]
                ^ TABLES[table - 1280 + ((int) (eight >>> 40) & 0xff)]
                ^ TABLES[table - 1536 + ((int) (eight >>> 48) & 0xff)]
                ^ TABLES[table - 1792 + ((int) (eight >>> 56))];
    }

    @Override
    public long getValue() {
        return ~register;
    }

    @Override
    public void reset() {
        register = -1;
    }
}
