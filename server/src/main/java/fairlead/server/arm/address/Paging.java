package fairlead.server.arm.address;

import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/// Which page of a list is asked for, by `$top` and `$skipToken`.
///
/// A token holds the key to continue behind and a check sum over that, the list's path and its `$filter`: what was
/// not made for this list is refused.
///
/// @param after the key that the token holds
/// @param limit at most this many
public record Paging(Optional<String> after, int limit) {

    private static final int USUAL = 100;
    private static final int MOST = 1000;
    private static final int SUM = 4;

    public static Paging of(Request request) {
        int limit = request.query("$top").map(Paging::limit).orElse(USUAL);
        return new Paging(request.query("$skipToken").map(token -> key(request, token)), limit);
    }

    private static int limit(String top) {
        try {
            int limit = Integer.parseInt(top);
            if (limit > 0) {
                return Math.min(limit, MOST);
            }
        } catch (NumberFormatException notOne) {
            // Answered below, like a number that is too small.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of $top is '" + top + "'; expected a positive integer.",
                "$top"));
    }

    private static String key(Request request, String token) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token));
            if (bytes.remaining() > SUM) {
                int sum = bytes.getInt();
                String key = StandardCharsets.UTF_8.decode(bytes).toString();
                if (sum == sum(request, key)) {
                    return key;
                }
            }
        } catch (IllegalArgumentException notOne) {
            // Answered below, like one that is too short.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_SKIP_TOKEN,
                "The $skipToken is not one that this list has given; begin again without it.",
                "$skipToken"));
    }

    /// The address of the page that begins behind the key.
    public static String next(Request request, String key) {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        byte[] token = ByteBuffer.allocate(SUM + text.length)
                .putInt(sum(request, key))
                .put(text)
                .array();
        return request.urlWith(
                "$skipToken", Base64.getUrlEncoder().withoutPadding().encodeToString(token));
    }

    private static int sum(Request request, String key) {
        CRC32 sum = new CRC32();
        String list = String.join("/", request.segments()).toLowerCase(Locale.ROOT);
        String filter = request.written("$filter").orElse("");
        sum.update((list + "\n" + filter + "\n" + key).getBytes(StandardCharsets.UTF_8));
        return (int) sum.getValue();
    }
}
