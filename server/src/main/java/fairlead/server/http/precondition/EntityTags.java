package fairlead.server.http.precondition;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The value of `If-Match` or `If-None-Match`, by "HTTP Semantics" (RFC 9110, 8.8.3 and 13.1): `*`, or a list of
/// entity tags. A tag without quotes is taken as if quoted. The empty tag `""` is one that nothing has.
///
/// A value that is not well-formed is refused, never taken for none: a caller who sends one means a condition.
///
/// @param any whether it is `*`
/// @param tags quoted; empty if it is `*`, or if there is no such header
public record EntityTags(boolean any, List<String> tags) {

    /// There is no such header, or it is empty.
    public static final EntityTags ABSENT = new EntityTags(false, List.of());

    private static final String EXPECTED = "expected entity tags such as \"1-abc\", separated by commas, or *";

    /// An element of the list, which may be empty, and what ends it.
    private static final Pattern ELEMENT =
            Pattern.compile("[ \t]*+((?:W/)?\"[^\"\\x00-\\x20\\x7f]*+\"|[^\",\\s\\x00-\\x20\\x7f]++|)[ \t]*+(,|$)");

    public EntityTags {
        tags = List.copyOf(tags);
    }

    /// The one tag, in quotes.
    public static EntityTags of(String etag) {
        return new EntityTags(false, List.of(etag));
    }

    /// Reads a header. Throws [Problem.BadRequest] for one that has something else than entity tags, or only commas.
    ///
    /// @param header its name
    public static EntityTags parse(String header, Optional<String> value) {
        return value.filter(text -> !text.isBlank())
                .map(text -> wellFormed(header, text))
                .orElse(ABSENT);
    }

    private static EntityTags wellFormed(String header, String value) {
        List<String> elements = elements(header, value);
        if (elements.equals(List.of("*"))) {
            return new EntityTags(true, List.of());
        }
        if (elements.isEmpty() || elements.contains("*")) {
            throw malformed(header, value);
        }
        return new EntityTags(
                false,
                elements.stream()
                        .map(tag -> tag.endsWith("\"") ? tag : "\"" + tag + "\"")
                        .toList());
    }

    private static List<String> elements(String header, String value) {
        List<String> elements = new ArrayList<>();
        Matcher element = ELEMENT.matcher(value);
        int at = 0;
        do {
            if (!element.region(at, value.length()).lookingAt()) {
                throw malformed(header, value);
            }
            if (!element.group(1).isEmpty()) {
                elements.add(element.group(1));
            }
            at = element.end();
        } while (!element.group(2).isEmpty());
        return elements;
    }

    private static ProblemException malformed(String header, String value) {
        return refused(header, "The header " + header + " is '" + value + "'; " + EXPECTED + ".");
    }

    /// Why a header is refused that is there and says nothing.
    public static ProblemException empty(String header) {
        return refused(header, "The header " + header + " is empty; " + EXPECTED + ", or no such header.");
    }

    private static ProblemException refused(String header, String message) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.BAD_REQUEST, message, header));
    }

    /// Whether nothing is demanded.
    public boolean isAbsent() {
        return !any && tags.isEmpty();
    }

    /// Whether what has this strong tag is meant, by the comparison of `If-Match`: a weak tag means nothing.
    public boolean match(String etag) {
        return any || tags.contains(etag);
    }

    /// Whether what has this strong tag is meant, by the comparison of `If-None-Match`.
    public boolean matchWeakly(String etag) {
        return match(etag) || tags.contains("W/" + etag);
    }
}
