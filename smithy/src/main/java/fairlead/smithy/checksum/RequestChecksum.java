package fairlead.smithy.checksum;

import java.util.function.Supplier;

/// What a client does about the checksum of a request.
public sealed interface RequestChecksum {

    /// The header of the oldest of checksums.
    String MD5 = "Content-MD5";

    /// Nothing: there need not be one, or the caller has set it.
    record None() implements RequestChecksum {}

    /// It is computed before anything is sent.
    ///
    /// @param name of the header
    /// @param digests makes the computation
    record InHeader(String name, Supplier<Digest> digests) implements RequestChecksum {

        static InHeader of(Algorithm algorithm) {
            return new InHeader(algorithm.header(), algorithm::digest);
        }

        static InHeader md5() {
            return new InHeader(MD5, Digest::md5);
        }

        /// The header's value for that payload.
        public String value(byte[] payload) {
            return digests.get().base64(payload);
        }
    }

    /// It is computed while the payload is sent: by [AwsChunked], or by [TrailerStream] where the transport has
    /// trailers of its own.
    record InTrailer(Algorithm algorithm) implements RequestChecksum {}

    /// The caller wants an algorithm that is not supported: "it MUST fail the request".
    ///
    /// @param word the algorithm's name
    record Unsupported(String word) implements RequestChecksum {}
}
