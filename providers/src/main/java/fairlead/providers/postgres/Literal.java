package fairlead.providers.postgres;

/// A text as a literal in SQL, for statements that take no parameters.
///
/// @param text any text without NUL
record Literal(String text) {

    Literal {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("PostgreSQL's texts hold no NUL");
        }
    }

    /// Right whatever the server's `standard_conforming_strings` is.
    String sql() {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.contains("\\") ? "E" + quoted : quoted;
    }
}
