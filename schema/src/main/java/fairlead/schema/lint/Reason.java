package fairlead.schema.lint;

/// Why no value fits a schema.
///
/// @param at what can't be satisfied, RFC 6901
/// @param text in words that follow a colon
/// @param told where another finding says so already
record Reason(String at, String text, Told told) {

    /// Whether and how it is said elsewhere.
    enum Told {
        NOWHERE,
        /// By a warning, or by the same rule at a place within.
        ELSEWHERE,
        /// By an error.
        AS_ERROR
    }

    /// The same of what holds the value.
    Reason within(String place, String words) {
        return new Reason(place, words + text, told == Told.AS_ERROR ? told : Told.ELSEWHERE);
    }
}
