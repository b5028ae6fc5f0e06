package fairlead.server.signature;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/// The checksums that come in a header or a trailer `x-amz-checksum-*`.
enum Checksum {
    CRC32 {
        @Override
        byte[] of(byte[] bytes) {
            CRC32 crc = new CRC32();
            crc.update(bytes);
            return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
        }
    },
    CRC32C {
        @Override
        byte[] of(byte[] bytes) {
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
        }
    },
    CRC64NVME {
        @Override
        byte[] of(byte[] bytes) {
            return ByteBuffer.allocate(8).putLong(crc64(bytes)).array();
        }
    },
    SHA1 {
        @Override
        byte[] of(byte[] bytes) {
            return digest("SHA-1", bytes);
        }
    },
    SHA256 {
        @Override
        byte[] of(byte[] bytes) {
            return digest("SHA-256", bytes);
        }
    };

    private static final String PREFIX = "x-amz-checksum-";

    /// The polynomial of CRC-64/NVME, its bits reversed.
    private static final long NVME = 0x9A6C9329AC4BC9B5L;

    private static final long[] TABLE = table();

    abstract byte[] of(byte[] bytes);

    /// The header or trailer that carries it.
    String header() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    /// The checksum of that header; empty for a header that carries none.
    static Optional<Checksum> ofHeader(String name) {
        return Arrays.stream(values())
                .filter(checksum -> checksum.header().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    boolean matches(String base64, byte[] bytes) {
        return SigningKeys.same(Base64.getEncoder().encodeToString(of(bytes)), base64.strip());
    }

    static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has " + algorithm, impossible);
        }
    }

    private static long[] table() {
        long[] table = new long[256];
        for (int i = 0; i < table.length; i++) {
            long remainder = i;
            for (int bit = 0; bit < 8; bit++) {
                remainder = (remainder & 1) == 0 ? remainder >>> 1 : remainder >>> 1 ^ NVME;
            }
            table[i] = remainder;
        }
        return table;
    }

    private static long crc64(byte[] bytes) {
        long crc = -1;
        for (byte octet : bytes) {
            crc = TABLE[(int) ((crc ^ octet) & 0xFF)] ^ crc >>> 8;
        }
        return ~crc;
    }
}
