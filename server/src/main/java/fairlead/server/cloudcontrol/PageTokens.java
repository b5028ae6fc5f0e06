package fairlead.server.cloudcontrol;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Tokens of list pages: the handler's own, bound to the list that it belongs to.
///
/// @param list what makes one list differ from another
record PageTokens(String list) {

    private static final int DIGEST = 16;

    String encode(String handlerToken) {
        String text = Digest.of(list).substring(0, DIGEST) + handlerToken;
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The handler's token; refused if it is of another list, or made up.
    Optional<String> decode(Optional<String> token) {
        return token.map(text -> {
            String decoded = new String(bytes(text), StandardCharsets.UTF_8);
            if (!decoded.startsWith(Digest.of(list).substring(0, DIGEST))) {
                throw refused();
            }
            return decoded.substring(DIGEST);
        });
    }

    private static byte[] bytes(String token) {
        try {
            return Base64.getDecoder().decode(token);
        } catch (IllegalArgumentException notOne) {
            throw refused();
        }
    }

    private static RuntimeException refused() {
        return CloudControlErrors.invalid("The NextToken was not given by this list.");
    }
}
