package fairlead.providers.postgres;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// The name of a role or a database. Case counts, and every character may occur in it but NUL.
///
/// @param text the name as people write it, without quotes
record Name(String text) {

    /// PostgreSQL cuts longer ones silently, and would then manage another resource than the one asked for.
    private static final int MOST_BYTES = 63;

    Name {
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            throw refused(text, "a name has at least one character, and no NUL");
        }
        int bytes = bytes(text);
        if (bytes > MOST_BYTES) {
            throw refused(text, "it has " + bytes + " bytes in UTF-8, and PostgreSQL allows " + MOST_BYTES);
        }
    }

    static Name of(ObjectNode properties) {
        return new Name(properties.path("Name").asString(""));
    }

    private static int bytes(String text) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(text))
                    .remaining();
        } catch (CharacterCodingException _) {
            throw refused(text, "it is not valid Unicode");
        }
    }

    private static HandlerException refused(String text, String reason) {
        return new HandlerException(
                ErrorCode.INVALID_REQUEST, "The name '" + text.replace('\0', '?') + "' is refused: " + reason + ".");
    }

    /// As an identifier in SQL.
    String sql() {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /// As people read it in a message.
    @Override
    public String toString() {
        return text;
    }
}
