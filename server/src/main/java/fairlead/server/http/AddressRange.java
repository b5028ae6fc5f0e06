package fairlead.server.http;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/// Some addresses of a network, in the notation of RFC 4632: `10.1.0.0/16`, or one address alone.
///
/// @param first the lowest of them
/// @param length how many of its bits count
public record AddressRange(InetAddress first, int length) {

    /// Throws [IllegalArgumentException] for what is no address and no network; names are not looked up.
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress first = literal(slash < 0 ? text : text.substring(0, slash), text);
        int bits = first.getAddress().length * Byte.SIZE;
        int length = slash < 0 ? bits : length(text.substring(slash + 1), bits, text);
        for (int index = length; index < bits; index++) {
            if (bit(first.getAddress(), index)) {
                throw new IllegalArgumentException("expected the first address of the network, found '" + text + "'");
            }
        }
        return new AddressRange(first, length);
    }

    private static InetAddress literal(String address, String text) {
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException notOne) {
            throw unexpected(text, notOne);
        }
    }

    private static int length(String length, int most, String text) {
        if (length.matches("\\d{1,3}") && Integer.parseInt(length) <= most) {
            return Integer.parseInt(length);
        }
        throw unexpected(text, null);
    }

    private static IllegalArgumentException unexpected(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "expected an address such as 192.0.2.7 or a network such as 10.1.0.0/16, found '" + text + "'", cause);
    }

    private static boolean bit(byte[] bytes, int index) {
        return ((bytes[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE)) & 1) == 1;
    }

    /// Whether an address is one of these.
    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] lowest = first.getAddress();
        if (bytes.length != lowest.length) {
            return false;
        }
        for (int index = 0; index < length; index++) {
            if (bit(bytes, index) != bit(lowest, index)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + length;
    }
}
