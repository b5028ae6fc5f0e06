package fairlead.smithy.checksum;

import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The content coding `aws-chunked`, as a client writes it: the payload in chunks, and the checksum as a trailer behind
/// them, all within the body, so that any transport can carry it.
///
///     <size in hex>[;chunk-signature=<signature>]\r\n <bytes>\r\n ... 0[;chunk-signature=<signature>]\r\n
///     <trailer>:<value>\r\n [x-amz-trailer-signature:<signature>\r\n] \r\n
///
/// @param algorithm of the trailer
/// @param signatures makes the chunks' signatures; empty if they have none
public record AwsChunked(Algorithm algorithm, Optional<ChunkSignatures> signatures) {

    /// The coding's name in `Content-Encoding`.
    public static final String CODING = "aws-chunked";

    /// The header that names the trailers.
    public static final String TRAILER = "x-amz-trailer";

    /// The header with the length of the payload.
    public static final String DECODED_LENGTH = "x-amz-decoded-content-length";

    static final String SIGNATURE = ";chunk-signature=";
    static final String TRAILER_SIGNATURE = "x-amz-trailer-signature";
    static final int CHUNK = 64 << 10;

    private static final int HEX_SIGNATURE = 64;
    private static final int LINE_END = 2;

    /// The headers that go with it.
    ///
    /// @param length of the payload
    /// @param coding the codings that the payload already has, as `Content-Encoding` says them; this one comes last
    public Map<String, String> headers(long length, Optional<String> coding) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Encoding", coding.map(before -> before + "," + CODING).orElse(CODING));
        headers.put(TRAILER, algorithm.header());
        headers.put(DECODED_LENGTH, Long.toString(length));
        headers.put(
                "x-amz-content-sha256",
                signatures.isPresent()
                        ? "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
                        : "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        return headers;
    }

    /// The length of the body for a payload of that length.
    public long length(long payload) {
        int signature = signatures.isPresent() ? SIGNATURE.length() + HEX_SIGNATURE : 0;
        long whole = payload / CHUNK * (Integer.toHexString(CHUNK).length() + signature + CHUNK + 2L * LINE_END);
        long rest = payload % CHUNK;
        long last = rest == 0 ? 0 : Long.toHexString(rest).length() + signature + rest + 2L * LINE_END;
        int value = (algorithm.size() + 2) / 3 * 4;
        long trailer = algorithm.header().length() + 1L + value + LINE_END;
        long signed = signatures.isPresent() ? TRAILER_SIGNATURE.length() + 1L + HEX_SIGNATURE + LINE_END : 0;
        return whole + last + 1 + signature + LINE_END + trailer + signed + LINE_END;
    }

    /// The body for a payload, to be read once.
    public InputStream encode(InputStream payload) {
        return new ChunkedWriter(payload, algorithm, signatures);
    }
}
