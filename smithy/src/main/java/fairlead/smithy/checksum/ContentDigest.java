package fairlead.smithy.checksum;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The fields of "Digest Fields" (RFC 9530): `Content-Digest` of what a message carries, `Repr-Digest` of what it is
/// about, and those by which one is asked for.
///
/// The two algorithms that the RFC calls active; of several digests the strongest counts, and those of other
/// algorithms are passed over, as the RFC has it.
public enum ContentDigest {
    SHA_512("sha-512", 64, "SHA-512"),
    SHA_256("sha-256", 32, "SHA-256");

    private static final int MOST_WANTED = 10;

    private final String key;
    private final int size;
    private final String algorithm;

    ContentDigest(String key, int size, String algorithm) {
        this.key = key;
        this.size = size;
        this.algorithm = algorithm;
    }

    /// Holds a payload against the field's value.
    ///
    /// @param name of the field
    public static void require(String name, String value, byte[] payload) throws ChecksumException {
        Map<String, String> said = dictionary(value);
        for (ContentDigest digest : values()) {
            String found = said.get(digest.key);
            if (found != null) {
                digest.expected(name).require(digest.of(payload), digest.base64(name, found));
                return;
            }
        }
    }

    private Expected expected(String name) {
        return new Expected(name, Optional.empty(), () -> Digest.of(algorithm), size, Optional.empty());
    }

    private Digest of(byte[] payload) {
        Digest digest = Digest.of(algorithm);
        digest.update(payload, 0, payload.length);
        return digest;
    }

    /// A byte sequence of "Structured Field Values for HTTP" is base64 between colons.
    private String base64(String name, String found) throws ChecksumException {
        boolean sequence = found.length() > 1 && found.startsWith(":") && found.endsWith(":");
        String base64 = sequence ? found.substring(1, found.length() - 1) : "";
        if (!sequence) {
            throw ChecksumException.malformed(name, found, size);
        }
        expected(name).requireWellFormed(base64);
        return base64;
    }

    /// The members of a dictionary, without their parameters. Base64 has neither commas nor semicolons.
    private static Map<String, String> dictionary(String value) {
        Map<String, String> members = new LinkedHashMap<>();
        for (String member : value.split(",")) {
            int equals = member.indexOf('=');
            int parameters = member.indexOf(';');
            if (equals > 0) {
                String item = member.substring(equals + 1, parameters < equals ? member.length() : parameters);
                members.put(member.substring(0, equals).strip().toLowerCase(Locale.ROOT), item.strip());
            }
        }
        return members;
    }

    /// The one that `Want-Content-Digest` or `Want-Repr-Digest` likes best; empty if it wants none of them.
    public static Optional<ContentDigest> wanted(String value) {
        Map<String, String> wishes = dictionary(value);
        Optional<ContentDigest> best = Optional.empty();
        int most = 0;
        for (ContentDigest digest : values()) {
            int wish = weight(wishes.getOrDefault(digest.key, "0"));
            if (wish > most) {
                best = Optional.of(digest);
                most = wish;
            }
        }
        return best;
    }

    private static int weight(String text) {
        if (!text.matches("\\d{1,2}")) {
            return 0;
        }
        int weight = Integer.parseInt(text);
        return weight > MOST_WANTED ? 0 : weight;
    }

    /// The field's value for a payload.
    public String field(byte[] payload) {
        return key + "=:" + Base64.getEncoder().encodeToString(of(payload).value()) + ":";
    }
}
