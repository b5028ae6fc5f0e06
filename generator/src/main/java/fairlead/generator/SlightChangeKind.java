package fairlead.generator;

/// Kinds of changes that programs easily overlook, in the order in which they leave the most to change.
public enum SlightChangeKind {
    /// Letters in the other case.
    CASE,
    /// A blank more.
    BLANK,
    /// One more or less, or next to nothing.
    NUMBER,
    /// True for false, or the other way round.
    FLAG,
    /// Two items of a list in the other's place.
    ORDER,
    /// An item of a list once more.
    REPETITION,
    /// A text that is empty.
    EMPTY_TEXT,
    /// A member less of what is nested: of an object, of a map, or of a list's item.
    MEMBER,
    /// An item of a list less.
    ITEM,
    /// A list or an object that is empty.
    EMPTY,
    /// A property less.
    PROPERTY
}
