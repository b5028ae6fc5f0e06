package fairlead.providers.files;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What is in a file, and in which of its two forms the caller speaks of it.
final class Content {

    static final int MOST_BYTES = 1 << 20;

    private static final String TEXT = "Content";
    private static final String BASE64 = "ContentBase64";

    private final byte[] bytes;
    private final boolean base64;

    /// @param base64 whether it is given as `ContentBase64`; otherwise as `Content`
    Content(byte[] bytes, boolean base64) {
        this.bytes = bytes.clone();
        this.base64 = base64;
    }

    byte[] bytes() {
        return bytes.clone();
    }

    boolean base64() {
        return base64;
    }

    /// The content that is asked for.
    static Content parse(ObjectNode desired) {
        if (desired.has(TEXT) == desired.has(BASE64)) {
            throw invalid("give either Content (text) or ContentBase64 (bytes); found "
                    + (desired.has(TEXT) ? "both" : "none of them"));
        }
        Content content = desired.has(TEXT)
                ? new Content(encode(desired.path(TEXT).asString()), false)
                : new Content(decode(desired.path(BASE64).asString()), true);
        if (content.bytes.length > MOST_BYTES) {
            throw invalid("the content may have " + MOST_BYTES + " bytes at most; found " + content.bytes.length);
        }
        return content;
    }

    private static byte[] encode(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException _) {
            throw invalid("Content holds half of a surrogate pair, which is not text");
        }
    }

    private static byte[] decode(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            // What is read back has to be what was given.
            if (Base64.getEncoder().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw invalid("ContentBase64 is not base64 in its canonical form (with padding, without line breaks)");
    }

    /// Adds the content to a model, as text if the caller gave text and it still is.
    void show(ObjectNode model) {
        Optional<String> text = base64 ? Optional.empty() : text();
        if (text.isPresent()) {
            model.put(TEXT, text.get());
        } else {
            model.put(BASE64, Base64.getEncoder().encodeToString(bytes));
        }
    }

    private Optional<String> text() {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static HandlerException invalid(String message) {
        return new HandlerException(ErrorCode.INVALID_REQUEST, message);
    }
}
