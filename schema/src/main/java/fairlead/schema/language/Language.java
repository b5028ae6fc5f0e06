package fairlead.schema.language;

import fairlead.schema.draft07.JavaPattern;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The texts that a pattern accepts: those in which it is found. Read once; threads may share it.
public final class Language {

    /// How far it is searched for a text, where that takes a search.
    private static final long WORK_FOR_ONE = 300_000;

    private final List<Conditioned> alternatives;
    private final Pattern pattern;
    private final int asked;

    private Language(Pattern pattern) {
        Reader reader = new Reader(pattern.pattern());
        this.alternatives = List.copyOf(Conditioned.of(reader.read()));
        this.pattern = pattern;
        this.asked = reader.asked();
    }

    /// Reads a pattern of a schema; empty if it is none, if it has something that automata can't do, or if it is too
    /// large.
    public static Optional<Language> of(String pattern) {
        Optional<Pattern> compiled = JavaPattern.of(pattern);
        try {
            return compiled.map(Language::new);
        } catch (Reader.Unsupported | Automaton.TooLarge beyond) {
            return Optional.empty();
        }
    }

    /// Whether a text is accepted, by the automata.
    boolean accepts(String text) {
        return alternatives.stream()
                .anyMatch(one -> accepts(one.automaton(), text)
                        && one.required().stream().allMatch(each -> accepts(each.automaton(), text))
                        && one.excluded().stream().noneMatch(each -> accepts(each.automaton(), text)));
    }

    private static boolean accepts(Automaton automaton, String text) {
        if (text.isEmpty()) {
            return automaton.acceptsNothing();
        }
        BitSet states = automaton.begin();
        for (int codePoint : text.codePoints().toArray()) {
            states = automaton.next(states, codePoint);
        }
        return automaton.mayEnd(states);
    }

    /// Whether it is certain that nothing is accepted.
    public boolean isEmpty() {
        return alternatives.stream().allMatch(one -> one.automaton().isEmpty() || (!one.isPlain() && isEmpty(one)));
    }

    private static boolean isEmpty(Conditioned one) {
        return new Search(one, List.of(), WORK_FOR_ONE).run() instanceof Containment.Holds;
    }

    /// Whether a text of so many code points may be accepted. True where that would take too long to find out.
    public boolean acceptsLength(int least, int most) {
        return alternatives.stream()
                .anyMatch(one -> one.automaton().acceptsLength(least, most)
                        && one.required().stream()
                                .allMatch(each -> each.automaton().acceptsLength(least, most)));
    }

    /// Whether all that another pattern accepts is accepted.
    public Containment contains(Language other) {
        Containment all = new Containment.Holds();
        for (Conditioned one : other.alternatives) {
            switch (search(one)) {
                case Containment.Holds() -> {}
                case Containment.Undecided undecided -> all = undecided;
                case Containment.Fails fails -> {
                    if (other.pattern.matcher(fails.text()).find()
                            && !pattern.matcher(fails.text()).find()) {
                        return fails;
                    }
                    all = new Containment.Undecided();
                }
            }
        }
        return all;
    }

    /// Whether all that an alternative of another pattern accepts is accepted. That is so, and found sooner, where it
    /// is of
    /// what its conditions leave out as well.
    private Containment search(Conditioned other) {
        List<Conditioned> left =
                alternatives.stream().map(one -> one.given(other)).toList();
        boolean holds = !other.isPlain()
                && new Search(other.withoutConditions(), left, Search.MOST_WORK).run() instanceof Containment.Holds;
        return holds ? new Containment.Holds() : new Search(other, left, Search.MOST_WORK).run();
    }

    /// Whether one pattern accepts all that another one does.
    public static Containment contains(String pattern, String other) {
        Optional<Language> wide = of(pattern);
        if (pattern.equals(other) || wide.filter(Language::isEverything).isPresent()) {
            return new Containment.Holds();
        }
        Optional<Language> narrow = of(other);
        return wide.isPresent() && narrow.isPresent() ? wide.get().contains(narrow.get()) : new Containment.Undecided();
    }

    private boolean isEverything() {
        return alternatives.stream().anyMatch(Conditioned::isEverything);
    }

    /// Of how many states its automata are.
    int size() {
        return alternatives.stream()
                .flatMap(Conditioned::automata)
                .mapToInt(Automaton::size)
                .sum();
    }

    /// How many classes of it were unknown, so that Java was asked about them.
    int asked() {
        return asked;
    }

    /// Whether there is no look ahead or behind in it.
    boolean isPlain() {
        return alternatives.stream().allMatch(Conditioned::isPlain);
    }
}
