package fairlead.server.signature;

import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A body in chunks (`Content-Encoding: aws-chunked`), each with a signature that builds on the one before, and
/// perhaps followed by trailers.
///
///     <size in hex>[;chunk-signature=<signature>]\r\n <bytes>\r\n ... 0[;chunk-signature=...]\r\n
///     [<trailer>:<value>\r\n ... [x-amz-trailer-signature:<signature>\r\n]] \r\n
final class ChunkedBody {

    private static final String SIGNATURE = ";chunk-signature=";
    private static final String TRAILER_SIGNATURE = "x-amz-trailer-signature";
    private static final String EMPTY_HASH = SigningKeys.sha256("");

    private final byte[] raw;
    private final Claim claim;
    private final Optional<byte[]> signingKey;
    private final ByteArrayOutputStream joined = new ByteArrayOutputStream();
    private String previous;
    private int position;

    /// @param signingKey what chunks are checked with; empty if they are not to be
    private ChunkedBody(byte[] raw, Claim claim, Optional<byte[]> signingKey) {
        this.raw = raw;
        this.claim = claim;
        this.signingKey = signingKey;
        previous = claim.signature();
    }

    /// The chunks joined; a problem if a signature or a checksum is wrong, or a chunk is missing.
    ///
    /// @param signed whether the chunks have signatures
    static byte[] read(Message message, Claim claim, boolean signed, boolean trailers, Optional<byte[]> signingKey) {
        ChunkedBody body = new ChunkedBody(message.body(), claim, signingKey);
        body.readChunks(signed);
        Map<String, String> found = trailers ? body.readTrailers(signed) : Map.of();
        byte[] bytes = body.joined.toByteArray();
        requireLength(message, bytes);
        requireTrailers(message, found, bytes);
        return bytes;
    }

    private void readChunks(boolean signed) {
        while (true) {
            String head = line();
            int end = head.indexOf(';');
            int size = size(end < 0 ? head : head.substring(0, end));
            if (size > raw.length - position) {
                throw broken("a chunk of " + size + " bytes is not there in full");
            }
            byte[] data = Arrays.copyOfRange(raw, position, position + size);
            if (signed) {
                requireSigned(
                        "AWS4-HMAC-SHA256-PAYLOAD", signature(head), EMPTY_HASH + "\n" + SigningKeys.sha256(data));
            }
            if (size == 0) {
                return;
            }
            position += size;
            if (!line().isEmpty()) {
                throw broken("a chunk is longer than it says");
            }
            joined.writeBytes(data);
        }
    }

    private static String signature(String head) {
        int at = head.indexOf(SIGNATURE);
        if (at < 0) {
            throw broken("a chunk has no signature");
        }
        return head.substring(at + SIGNATURE.length());
    }

    private void requireSigned(String algorithm, String found, String tail) {
        if (signingKey.isEmpty()) {
            return;
        }
        String text = algorithm + "\n" + claim.time() + "\n" + claim.scope() + "\n" + previous + "\n" + tail;
        String expected = SigningKeys.hex(SigningKeys.hmac(signingKey.get(), text));
        if (!SigningKeys.same(expected, found)) {
            throw Claim.refused(SignatureFlaw.MISMATCH, "");
        }
        previous = expected;
    }

    private Map<String, String> readTrailers(boolean signed) {
        Map<String, String> trailers = new LinkedHashMap<>();
        StringBuilder canonical = new StringBuilder();
        String signature = "";
        while (position < raw.length) {
            String line = line();
            int colon = line.indexOf(':');
            if (line.isEmpty()) {
                continue;
            }
            if (colon < 0) {
                throw broken("a trailer has no value");
            }
            String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).strip();
            if (name.equals(TRAILER_SIGNATURE)) {
                signature = value;
            } else {
                trailers.put(name, value);
                canonical.append(name).append(':').append(value).append('\n');
            }
        }
        if (signed) {
            requireSigned("AWS4-HMAC-SHA256-TRAILER", signature, SigningKeys.sha256(canonical.toString()));
        }
        return trailers;
    }

    private static void requireLength(Message message, byte[] bytes) {
        String said = message.header("x-amz-decoded-content-length").orElse("");
        if (!said.equals(Integer.toString(bytes.length))) {
            throw broken("x-amz-decoded-content-length says '" + said + "', found " + bytes.length + " bytes");
        }
    }

    private static void requireTrailers(Message message, Map<String, String> found, byte[] bytes) {
        for (String name : message.header("x-amz-trailer").orElse("").split(",")) {
            String trailer = name.strip().toLowerCase(Locale.ROOT);
            if (!trailer.isEmpty() && !found.containsKey(trailer)) {
                throw broken("the trailer '" + trailer + "' is missing");
            }
        }
        found.forEach((name, value) -> Checksum.ofHeader(name).ifPresent(checksum -> {
            if (!checksum.matches(value, bytes)) {
                throw Claim.refused(SignatureFlaw.CHECKSUM, "");
            }
        }));
    }

    /// The next line, without its end; the last one may lack the end.
    private String line() {
        int end = position;
        while (end < raw.length && raw[end] != '\n') {
            end++;
        }
        int last = end > position && end < raw.length && raw[end - 1] == '\r' ? end - 1 : end;
        String line = new String(raw, position, last - position, StandardCharsets.ISO_8859_1);
        position = Math.min(raw.length, end + 1);
        return line;
    }

    private static int size(String hex) {
        if (!hex.matches("[0-9a-fA-F]{1,7}")) {
            throw broken("a chunk has the size '" + hex + "'");
        }
        return Integer.parseInt(hex, 16);
    }

    private static ProblemException broken(String what) {
        return Claim.refused(SignatureFlaw.CHUNKS, "The chunks of the body are malformed: " + what + ".");
    }
}
