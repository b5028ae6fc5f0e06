package fairlead.generator;

/// Kinds of values that programs easily lose.
public enum Edge {
    /// What is taken for nothing: false, zero, the empty text, the empty list, `null` as a word.
    NOTHING,
    /// What does not fit: texts as long as they may be with capitals and characters beyond ASCII, numbers of many
    /// digits, lists that have an item twice, keys of maps with more than small letters.
    MUCH,
    /// Words with capitals and characters beyond ASCII, and nothing else.
    WORDS
}
