package fairlead.smithy.checksum;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A checksum algorithm that `httpChecksum` knows.
///
/// In the order in which one of several is picked: strong ones first, so that a caller that sends two is held to the
/// better one.
public enum Algorithm {
    SHA256("SHA256", 32),
    SHA1("SHA1", 20),
    CRC64NVME("CRC64NVME", 8),
    CRC32C("CRC32C", 4),
    CRC32("CRC32", 4);

    /// What clients use unless another is chosen: the one that all of them must support and that costs least.
    public static final Algorithm DEFAULT = CRC32;

    /// "A checksum name MUST conform to the pattern x-amz-checksum-*".
    public static final String PREFIX = "x-amz-checksum-";

    /// In the order in which a client picks one of several to validate a response by: what finds the same damage for
    /// less work comes first.
    static final List<Algorithm> BY_COST = List.of(CRC64NVME, CRC32C, CRC32, SHA1, SHA256);

    private final String word;
    private final String header;
    private final int size;

    Algorithm(String word, int size) {
        this.word = word;
        this.size = size;
        this.header = PREFIX + word.toLowerCase(Locale.ROOT);
    }

    /// Its name in a model.
    public String word() {
        return word;
    }

    /// The name of the header or trailer with its value.
    public String header() {
        return header;
    }

    /// How many bytes its values have.
    public int size() {
        return size;
    }

    /// The one of that name, in any case; empty if it is none that is supported.
    public static Optional<Algorithm> of(String word) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.word.equalsIgnoreCase(word))
                .findFirst();
    }

    /// A new computation.
    public Digest digest() {
        return switch (this) {
            case SHA256 -> Digest.of("SHA-256");
            case SHA1 -> Digest.of("SHA-1");
            case CRC64NVME -> Digest.of(new Crc64Nvme(), size);
            case CRC32C -> Digest.of(new java.util.zip.CRC32C(), size);
            case CRC32 -> Digest.of(new java.util.zip.CRC32(), size);
        };
    }
}
