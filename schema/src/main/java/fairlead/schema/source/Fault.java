package fairlead.schema.source;

/// Something wrong with a text, whatever it is about.
///
/// @param pointer what is wrong, RFC 6901; empty where the text can't be read at all
/// @param message what was expected and what was found
public record Fault(Kind kind, String pointer, String message, Position position) {

    public enum Kind {
        /// It is no JSON.
        JSON,
        /// It is no YAML, or YAML that says what JSON can't.
        YAML,
        /// A name is there twice.
        DUPLICATE_NAME,
        /// It is too large or too deep.
        LIMITS
    }
}
