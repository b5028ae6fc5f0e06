package fairlead.smithy.checksum;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/// The checksum that a payload has to have.
///
/// @param name of the header or trailer that says it
/// @param algorithm empty for MD5
/// @param size how many bytes it has
/// @param value in base64; empty if it is still to come, in a trailer
record Expected(
        String name, Optional<Algorithm> algorithm, Supplier<Digest> digests, int size, Optional<String> value) {

    private static final int MD5 = 16;

    static Expected of(Algorithm algorithm, String value) {
        return new Expected(
                algorithm.header(), Optional.of(algorithm), algorithm::digest, algorithm.size(), Optional.of(value));
    }

    static Expected inTrailer(Algorithm algorithm) {
        return new Expected(
                algorithm.header(), Optional.of(algorithm), algorithm::digest, algorithm.size(), Optional.empty());
    }

    static Expected md5(String value) {
        return new Expected(RequestChecksum.MD5, Optional.empty(), Digest::md5, MD5, Optional.of(value));
    }

    /// What the request says it is: in a header, or in these trailers.
    String said(Fields trailers) throws ChecksumException {
        if (value.isPresent()) {
            return value.get();
        }
        String said = trailers.value(name)
                .orElseThrow(() -> ChecksumException.missing(name, "it was announced as a trailer."));
        requireWellFormed(said);
        return said;
    }

    /// The problem, if that is no value of the algorithm.
    void requireWellFormed(String said) throws ChecksumException {
        if (decoded(said).length != size) {
            throw ChecksumException.malformed(name, said, size);
        }
    }

    /// The problem, if the payload has another. A value that is not even of the algorithm's length is another.
    void require(Digest computed, String said) throws ChecksumException {
        byte[] value = computed.value();
        if (!MessageDigest.isEqual(value, decoded(said))) {
            throw ChecksumException.mismatch(name, said, Base64.getEncoder().encodeToString(value));
        }
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }
}
