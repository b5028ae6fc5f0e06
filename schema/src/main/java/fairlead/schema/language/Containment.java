package fairlead.schema.language;

/// Whether a pattern accepts every text that another one accepts: [Holds], [Fails] or [Undecided].
public sealed interface Containment {

    /// It does.
    record Holds() implements Containment {}

    /// It does not.
    ///
    /// @param text one that the other accepts and this one does not
    record Fails(String text) implements Containment {}

    /// One of them has something that automata can't do, or the search took too long.
    record Undecided() implements Containment {}
}
