package fairlead.server.http;

import tools.jackson.databind.JsonNode;

/// Finds halves of surrogate pairs. JSON can escape one half by itself, which is no character and can't be
/// written in UTF-8: the server could parse such a text, but never store or send it.
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
