package fairlead.smithy.protocol;

import java.util.Base64;
import tools.jackson.databind.JsonNode;

/// Bytes in documents.
final class Blobs {

    private Blobs() {}

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /// @throws MalformedAnswer if it is neither bytes nor base64
    static byte[] bytes(JsonNode node) {
        if (node.isBinary()) {
            return node.binaryValue();
        }
        try {
            return Base64.getDecoder().decode(node.asString());
        } catch (IllegalArgumentException wrong) {
            throw new MalformedAnswer("expected base64, found another text", wrong);
        }
    }
}
