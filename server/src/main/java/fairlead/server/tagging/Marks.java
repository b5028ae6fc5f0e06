package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// Tokens of pages: the place where the page before ended, bound to the list that it belongs to.
///
/// @param list what makes one list differ from another
record Marks(String list) {

    private String sign() {
        return Integer.toHexString(list.hashCode()) + ":";
    }

    /// An empty token says that there is no more.
    String encode(Optional<String> mark) {
        return mark.map(text -> Base64.getEncoder().encodeToString((sign() + text).getBytes(StandardCharsets.UTF_8)))
                .orElse("");
    }

    /// The place; a problem if the token is of another list, or made up.
    Optional<String> decode(Optional<String> token) {
        return token.map(text -> {
            String decoded = decoded(text);
            if (!decoded.startsWith(sign())) {
                throw notOurs();
            }
            return decoded.substring(sign().length());
        });
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw notOurs();
        }
    }

    private static ProblemException notOurs() {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_PARAMETER_EXCEPTION, "The PaginationToken was not given by this list."));
    }
}
