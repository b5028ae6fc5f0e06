package fairlead.server.secret;

import java.nio.ByteBuffer;

/// With what everything begins that is sealed: Tink's version, and the id of the key.
final class SealedBegin {

    static final byte TINK = 1;

    static final int LENGTH = 1 + Integer.BYTES;

    private SealedBegin() {}

    /// With what begins what the key has sealed.
    static byte[] of(long keyId) {
        return ByteBuffer.allocate(LENGTH).put(TINK).putInt((int) keyId).array();
    }

    /// Which key has sealed this, by its id.
    static long keyId(byte[] sealed) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(sealed, 1, Integer.BYTES).getInt());
    }
}
