package fairlead.schema.draft07;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// One rule that a value breaks.
///
/// @param keyword the schema keyword that is broken, `minLength` for example; `pattern-too-slow`, `depth` and
///     `effort` stand for checks that were given up
/// @param pointer where in the value, RFC 6901; a missing property is reported at the object that lacks it
/// @param rule where in the schema document the keyword stands, RFC 6901, references followed
/// @param name the property that is missing or not allowed; for a combinator, how many alternatives fit; otherwise
///     empty
/// @param expected what the schema asks for, in words that follow "expected"
/// @param found the offending value
/// @param causes for a combinator, what is wrong with the alternative that comes closest
public record Violation(
        String keyword,
        String pointer,
        String rule,
        String name,
        String expected,
        JsonNode found,
        List<Violation> causes) {

    public Violation {
        causes = List.copyOf(causes);
    }

    /// The same of a value that is part of another.
    public Violation below(String outer) {
        List<Violation> moved = causes.stream().map(cause -> cause.below(outer)).toList();
        return new Violation(keyword, outer + pointer, rule, name, expected, found, moved);
    }
}
