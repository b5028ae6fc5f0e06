package fairlead.smithy.checksum;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Checksum;

/// A checksum that is being computed, over as many parts as come. Not for several threads.
public abstract sealed class Digest {

    private static final int PART = 16 << 10;

    /// One of each name, to be copied: finding it takes longer than hashing a small text.
    private static final Map<String, MessageDigest> UNUSED = new ConcurrentHashMap<>();

    private Digest() {}

    /// Takes in the next bytes.
    public abstract void update(byte[] bytes, int offset, int length);

    /// The checksum of all that came, big-endian. Afterwards a new computation begins.
    public abstract byte[] value();

    /// The checksum as it is sent.
    public final String base64() {
        return Base64.getEncoder().encodeToString(value());
    }

    /// The checksum of these bytes, as it is sent.
    public final String base64(byte[] bytes) {
        update(bytes, 0, bytes.length);
        return base64();
    }

    /// Takes in a stream to its end.
    public final void update(InputStream stream) throws IOException {
        byte[] buffer = new byte[PART];
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
            update(buffer, 0, read);
        }
    }

    static Digest of(Checksum checksum, int size) {
        return new Cyclic(checksum, size);
    }

    static Digest of(String name) {
        try {
            return new Hash(
                    (MessageDigest) UNUSED.computeIfAbsent(name, Digest::find).clone());
        } catch (CloneNotSupportedException foreign) {
            return new Hash(find(name));
        }
    }

    private static MessageDigest find(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has " + name, missing);
        }
    }

    /// The one of the header `Content-MD5`.
    public static Digest md5() {
        return of("MD5");
    }

    private static final class Cyclic extends Digest {

        private final Checksum checksum;
        private final int size;

        Cyclic(Checksum checksum, int size) {
            this.checksum = checksum;
            this.size = size;
        }

        @Override
        public void update(byte[] bytes, int offset, int length) {
            checksum.update(bytes, offset, length);
        }

        @Override
        public byte[] value() {
            byte[] eight =
                    ByteBuffer.allocate(Long.BYTES).putLong(checksum.getValue()).array();
            checksum.reset();
            return Arrays.copyOfRange(eight, Long.BYTES - size, Long.BYTES);
        }
    }

    private static final class Hash extends Digest {

        private final MessageDigest digest;

        Hash(MessageDigest digest) {
            this.digest = digest;
        }

        @Override
        public void update(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }

        @Override
        public byte[] value() {
            return digest.digest();
        }
    }
}
