package fairlead.bench.checksum;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.Digest;
import fairlead.smithy.checksum.Fields;
import fairlead.smithy.checksum.OperationChecksums;
import fairlead.smithy.checksum.RequestValidation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;

/// A way to go through all bytes of a payload.
public enum Way {
    /// Our digest, over bytes in memory.
    DIGEST {
        @Override
        long go(Algorithm algorithm, byte[] payload) {
            Digest digest = algorithm.digest();
            digest.update(payload, 0, payload.length);
            return digest.value()[0];
        }
    },
    /// The JDK's class, over bytes in memory.
    JDK {
        @Override
        long go(Algorithm algorithm, byte[] payload) {
            if (algorithm.name().startsWith("SHA")) {
                return hash(algorithm).digest(payload)[0];
            }
            Checksum checksum = cyclic(algorithm);
            checksum.update(payload, 0, payload.length);
            return checksum.getValue();
        }
    },
    /// Our validation of a request's payload, read through a buffer.
    STREAM {
        @Override
        long go(Algorithm algorithm, byte[] payload) throws IOException {
            Map<String, String> headers = Map.of("x-amz-trailer", algorithm.header());
            RequestValidation validation =
                    RequestValidation.of(OperationChecksums.ANY, Optional.empty(), Fields.of(headers));
            try (InputStream stream = validation.over(new ByteArrayInputStream(payload), () -> Fields.NONE)) {
                return read(stream, payload.length);
            }
        }
    },
    /// The JDK's stream that computes as it is read, through the same buffer.
    JDK_STREAM {
        @Override
        long go(Algorithm algorithm, byte[] payload) throws IOException {
            InputStream source = new ByteArrayInputStream(payload);
            if (algorithm.name().startsWith("SHA")) {
                DigestInputStream stream = new DigestInputStream(source, hash(algorithm));
                read(stream, payload.length);
                return stream.getMessageDigest().digest()[0];
            }
            CheckedInputStream stream = new CheckedInputStream(source, cyclic(algorithm));
            read(stream, payload.length);
            return stream.getChecksum().getValue();
        }
    },
    /// One look into one table for each byte: how CRCs that the JDK lacks are mostly written.
    TABLE {
        @Override
        long go(Algorithm algorithm, byte[] payload) {
            long crc = -1;
            for (byte one : payload) {
                crc = Table.VALUES[(int) (crc ^ one) & 0xff] ^ crc >>> 8;
            }
            return ~crc;
        }
    },
    /// Reading every byte and adding it up, eight at a time: nothing that looks at all of them is faster.
    READ {
        @Override
        long go(Algorithm algorithm, byte[] payload) {
            long sum = 0;
            for (int at = 0; at < payload.length; at += Long.BYTES) {
                sum += (long) LONGS.get(payload, at);
            }
            return sum;
        }
    };

    private static final int BUFFER = 64 << 10;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// A value that depends on all bytes.
    abstract long go(Algorithm algorithm, byte[] payload) throws IOException;

    /// Reads so many bytes, and not the end, where a payload is compared with what was said of it.
    private static long read(InputStream stream, int length) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int read = 0;
        while (read < length) {
            read += stream.read(buffer, 0, Math.min(buffer.length, length - read));
        }
        return buffer[0];
    }

    private static Checksum cyclic(Algorithm algorithm) {
        return algorithm == Algorithm.CRC32 ? new CRC32() : new CRC32C();
    }

    private static MessageDigest hash(Algorithm algorithm) {
        try {
            return MessageDigest.getInstance(algorithm == Algorithm.SHA1 ? "SHA-1" : "SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has it", missing);
        }
    }

    private static final class Table {

        private static final long POLYNOMIAL = 0x9a6c9329ac4bc9b5L;
        private static final long[] VALUES = values();

        private static long[] values() {
            long[] table = new long[256];
            for (int i = 0; i < table.length; i++) {
                long rest = i;
                for (int bit = 0; bit < 8; bit++) {
                    rest = (rest & 1) == 0 ? rest >>> 1 : rest >>> 1 ^ POLYNOMIAL;
                }
                table[i] = rest;
            }
            return table;
        }
    }
}
