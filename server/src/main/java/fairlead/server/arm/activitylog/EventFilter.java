package fairlead.server.arm.activitylog;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `$filter` of "Activity Logs - List": comparisons joined by `and`. Times are written without quotes,
/// and texts with or without them, as clients do.
///
/// @param from the first moment, and `until` the one behind the last
/// @param equal what has to be equal, by names in lower case
record EventFilter(Instant from, Instant until, Map<String, String> equal) {

    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private static final String TIME = "eventtimestamp";

    private static final Pattern COMPARISON = Pattern.compile(
            "\\s*([A-Za-z]+)\\s+(eq|ge|gt|le|lt)\\s+(?:'((?:[^']|'')*)'|([^\\s']+))\\s*(?:\\band\\b|$)",
            Pattern.CASE_INSENSITIVE);

    /// Reads one; an empty text is no filter.
    static EventFilter parse(String text) {
        Instant from = Instant.EPOCH;
        Instant until = LAST;
        Map<String, String> equal = new LinkedHashMap<>();
        Matcher part = COMPARISON.matcher(text);
        int end = 0;
        while (end < text.length() && part.region(end, text.length()).lookingAt()) {
            String name = part.group(1).toLowerCase(Locale.ROOT);
            String operator = part.group(2).toLowerCase(Locale.ROOT);
            String value = part.group(3) == null ? part.group(4) : part.group(3).replace("''", "'");
            if (name.equals(TIME)) {
                Instant at = time(value).orElseThrow(() -> wrong(text, "a time such as 2026-11-23T13:48:40Z"));
                switch (operator) {
                    case "ge" -> from = at;
                    case "gt" -> from = at.plusMillis(1);
                    case "le" -> until = at.plusMillis(1);
                    case "lt" -> until = at;
                    default -> throw wrong(text, "eventTimestamp with ge, gt, le or lt");
                }
            } else if (ActivityEvent.COMPARED.containsKey(name) && operator.equals("eq")) {
                if (equal.put(name, value) != null) {
                    throw wrong(text, "each property once");
                }
            } else {
                throw wrong(
                        text,
                        "eventTimestamp, or one of " + String.join(", ", ActivityEvent.COMPARED.values()) + " with eq");
            }
            end = part.end();
        }
        if (end < text.length()) {
            throw wrong(text, "comparisons joined by 'and'");
        }
        return new EventFilter(from, until, equal);
    }

    /// Clients leave the zone out, and mean UTC.
    private static Optional<Instant> time(String text) {
        try {
            boolean zoned = text.matches(".*(Z|z|[+-]\\d\\d:\\d\\d)");
            return Optional.of(
                    zoned
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException notOne) {
            return Optional.empty();
        }
    }

    private static ProblemException wrong(String text, String expected) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                "The $filter '" + text + "' can't be read; expected " + expected + ".",
                "$filter"));
    }
}
