package fairlead.schema.language;

import fairlead.schema.draft07.JavaPattern;
import java.util.BitSet;
import java.util.Optional;
import java.util.regex.Pattern;

/// The texts that a pattern accepts: those in which it is found. Read once; threads may share it.
public final class Language {

    private final Automaton automaton;
    private final Pattern pattern;

    private Language(Automaton automaton, Pattern pattern) {
        this.automaton = automaton;
        this.pattern = pattern;
    }

    /// Reads a pattern of a schema; empty if it is none, if it has something that automata can't do, or if it is too
    /// large.
    public static Optional<Language> of(String pattern) {
        Optional<Pattern> compiled = JavaPattern.of(pattern);
        try {
            return compiled.map(java -> new Language(Construction.of(new Reader(java.pattern()).read()), java));
        } catch (Reader.Unsupported | Automaton.TooLarge beyond) {
            return Optional.empty();
        }
    }

    /// Whether a text is accepted, by the automaton.
    boolean accepts(String text) {
        BitSet states = automaton.begin();
        for (int codePoint : text.codePoints().toArray()) {
            states = automaton.next(states, codePoint);
        }
        return text.isEmpty() ? automaton.acceptsNothing() : automaton.mayEnd(states);
    }

    /// Whether nothing is accepted.
    public boolean isEmpty() {
        return automaton.isEmpty();
    }

    /// Whether a text of so many code points may be accepted. True where that would take too long to find out.
    public boolean acceptsLength(int least, int most) {
        return automaton.acceptsLength(least, most);
    }

    /// Whether all that another pattern accepts is accepted.
    public Containment contains(Language other) {
        Containment found = new Search(other.automaton, automaton).run();
        boolean told = !(found instanceof Containment.Fails(var text))
                || (other.pattern.matcher(text).find() && !pattern.matcher(text).find());
        return told ? found : new Containment.Undecided();
    }

    /// Whether one pattern accepts all that another one does.
    public static Containment contains(String pattern, String other) {
        Optional<Language> wide = of(pattern);
        Optional<Language> narrow = of(other);
        return wide.isPresent() && narrow.isPresent() ? wide.get().contains(narrow.get()) : new Containment.Undecided();
    }
}
