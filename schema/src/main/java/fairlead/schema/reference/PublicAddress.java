package fairlead.schema.reference;

import java.net.InetAddress;

/// The one check of addresses that lead out: of documents that schemas refer to, of webhooks, of the keys of
/// issuers, and of what handlers connect to.
public final class PublicAddress {

    private PublicAddress() {}

    /// Whether an address is a public one, rather than of a private network, of this machine, or of what
    /// tells the machine about itself.
    public static boolean is(InetAddress address) {
        byte[] bytes = address.getAddress();
        return !(bytes.length == 4 ? isSpecial4(bytes) : isSpecial6(bytes))
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isAnyLocalAddress()
                && !address.isMulticastAddress();
    }

    private static boolean isSpecial4(byte[] bytes) {
        int first = bytes[0] & 0xFF;
        int second = bytes[1] & 0xFF;
        return first == 0
                || first >= 240
                || (first == 100 && second >= 64 && second < 128)
                || (first == 192 && second == 0)
                || (first == 198 && (second == 18 || second == 19));
    }

    /// Private ones, and those by which an IPv4 address is reached: 64:ff9b::/96, 2002::/16 and 2001::/32.
    private static boolean isSpecial6(byte[] bytes) {
        int first = bytes[0] & 0xFF;
        int second = bytes[1] & 0xFF;
        return (first & 0xFE) == 0xFC
                || first == 0
                || (first == 0x20 && second == 0x02)
                || (first == 0x20 && second == 0x01 && bytes[2] == 0 && bytes[3] == 0);
    }
}
