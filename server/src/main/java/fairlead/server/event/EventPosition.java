package fairlead.server.event;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A position in a history, from which a follower goes on. Callers get it as an opaque token.
///
/// @param history the name of the history, different for every database
/// @param position of the last event that the follower has
public record EventPosition(String history, long position) {

    private static final Pattern TOKEN = Pattern.compile("([0-9a-f]{8})-(\\d{1,18})");

    /// A row has room for two events.
    static long lastOf(long number) {
        return 2 * number + 1;
    }

    /// The number of the row in which a position is, or up to which one.
    static long numberOf(long position) {
        return position / 2;
    }

    /// Reads a token; a problem if it is none.
    public static EventPosition parse(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_WATCH_TOKEN,
                    "'" + token + "' is not a place to watch from; expected the id of an event, the token of a list, "
                            + "or 'oldest'.",
                    "from"));
        }
        return new EventPosition(parts.group(1), Long.parseLong(parts.group(2)));
    }

    @Override
    public String toString() {
        return history + "-" + position;
    }
}
