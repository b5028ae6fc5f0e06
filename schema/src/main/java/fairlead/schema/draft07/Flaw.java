package fairlead.schema.draft07;

/// Something in a schema that can't be compiled.
///
/// @param kind `keyword` (its value has the wrong form), `pattern-syntax` (no regular expression), `ref-missing`,
///     `ref-place` (there is no schema), `ref-remote`, `ref-malformed`, `ref-cycle`, `nesting`, `required-unknown` or
///     `dependency-unknown`
/// @param pointer where in the schema document, RFC 6901; in another document than the first, behind its URI and `#`
/// @param message what was expected and what was found
public record Flaw(String kind, String pointer, String message) {}
