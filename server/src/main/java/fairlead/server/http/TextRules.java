package fairlead.server.http;

import fairlead.schema.text.PointerSteps;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import tools.jackson.databind.JsonNode;

/// What no text of a caller may be, wherever it comes in: bytes that are not UTF-8 by RFC 3629, which forbids forms
/// that are longer than necessary (`c0 af` for a slash), and U+0000, which not every database can store.
public final class TextRules {

    private static final String ESCAPED_ZERO = "\\u0000";
    private static final byte[] ESCAPED_ZERO_BYTES = ESCAPED_ZERO.getBytes(StandardCharsets.US_ASCII);
    private static final int PART = 4096;

    private TextRules() {}

    /// Throws [Problem.MalformedBody] for a body that is not UTF-8.
    public static void requireUtf8(byte[] body) {
        OptionalInt wrong = wrongByte(body);
        if (wrong.isPresent()) {
            throw new ProblemException(
                    new Problem.MalformedBody("The request body is not UTF-8 at byte " + wrong.getAsInt() + "."));
        }
    }

    /// The index of the first byte that is no UTF-8.
    private static OptionalInt wrongByte(byte[] text) {
        if (isAscii(text)) {
            return OptionalInt.empty();
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(text);
        CharBuffer out = CharBuffer.allocate(PART);
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        return result.isError() ? OptionalInt.of(in.position()) : OptionalInt.empty();
    }

    private static boolean isAscii(byte[] text) {
        for (byte one : text) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    /// Throws [Problem.MalformedBody] for a document with U+0000 in a text or a name, which JSON has to escape.
    ///
    /// @param json the document as it was written
    static void requireNoZero(byte[] json, JsonNode document) {
        if (hasEscapedZero(json)) {
            zero(document, "").ifPresent(place -> {
                throw new ProblemException(new Problem.MalformedBody(
                        "The text at '" + place + "' has the character U+0000, which can't be stored.", place));
            });
        }
    }

    /// The place of U+0000 in a document that was a text itself.
    public static Optional<String> zero(String json, JsonNode document) {
        return json.contains(ESCAPED_ZERO) ? zero(document, "") : Optional.empty();
    }

    private static boolean hasEscapedZero(byte[] json) {
        int last = json.length - ESCAPED_ZERO_BYTES.length;
        for (int i = 0; i <= last; i++) {
            if (json[i] == '\\' && isEscapedZero(json, i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEscapedZero(byte[] json, int at) {
        for (int i = 1; i < ESCAPED_ZERO_BYTES.length; i++) {
            if (json[at + i] != ESCAPED_ZERO_BYTES[i]) {
                return false;
            }
        }
        return true;
    }

    private static Optional<String> zero(JsonNode node, String at) {
        if (node.isString()) {
            return Optional.of(at).filter(_ -> hasZero(node.stringValue()));
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            String place = at + "/" + PointerSteps.escape(member.getKey());
            Optional<String> found =
                    hasZero(member.getKey()) ? Optional.of(place.replace("\0", "")) : zero(member.getValue(), place);
            if (found.isPresent()) {
                return found;
            }
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            Optional<String> found = zero(node.get(i), at + "/" + i);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// Whether a text has U+0000.
    public static boolean hasZero(String text) {
        return text.indexOf('\0') >= 0;
    }

    /// Throws [Problem.BadRequest] for a header, or a path, whose bytes are no UTF-8.
    static void requireUtf8(HttpFields headers, String path) {
        for (HttpField header : headers) {
            if (header.getValue() != null && isDamaged(header.getValue())) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.BAD_REQUEST,
                        "The header " + header.getName() + " is not UTF-8.",
                        header.getName()));
            }
        }
        if (isDamaged(path)) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_URI, "The address is malformed: it is not UTF-8."));
        }
    }

    /// The HTTP server has read the bytes one by one, or has replaced what it could not read.
    private static boolean isDamaged(String read) {
        int bits = 0;
        for (int i = 0; i < read.length(); i++) {
            bits |= read.charAt(i);
        }
        if (bits < 0x80) {
            return false;
        }
        return bits < 0x100
                ? wrongByte(read.getBytes(StandardCharsets.ISO_8859_1)).isPresent()
                : read.indexOf('\uFFFD') >= 0;
    }
}
