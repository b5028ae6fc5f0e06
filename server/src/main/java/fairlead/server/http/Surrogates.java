package fairlead.server.http;

import tools.jackson.databind.JsonNode;

/// JSON can escape one half of a surrogate pair by itself. That is no character, and UTF-8 has no way to write it: such
/// a text could be taken, but never be stored or sent.
public final class Surrogates {

    private Surrogates() {}

    /// Whether one is alone in a document.
    ///
    /// @param json the document as it was written
    public static boolean isAnyAlone(byte[] json, JsonNode document) {
        for (int i = 0; i + 2 < json.length; i++) {
            if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | 0x20) == 'd') {
                return isAnyAlone(document);
            }
        }
        return false;
    }

    /// As above, of a document that was a text itself.
    public static boolean isAnyAlone(String json, JsonNode document) {
        return (json.contains("\\ud") || json.contains("\\uD")) && isAnyAlone(document);
    }

    private static boolean isAnyAlone(JsonNode node) {
        return (node.isString() && isOneAlone(node.stringValue()))
                || node.propertyNames().stream().anyMatch(Surrogates::isOneAlone)
                || node.valueStream().anyMatch(Surrogates::isAnyAlone);
    }

    private static boolean isOneAlone(String text) {
        return text.codePoints()
                .anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
