package fairlead.schema.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Small patterns, held against every text of up to five of three letters.
class LanguageLawsTest {

    private static final List<String> TEXTS = texts(5, List.of("a", "b", "-"));
    private static final List<String> LINES = texts(4, List.of("a", "B", "-", "\n"));

    private static List<String> texts(int longest, List<String> letters) {
        List<String> texts = new ArrayList<>(List.of(""));
        int from = 0;
        for (int length = 1; length <= longest; length++) {
            int to = texts.size();
            for (int i = from; i < to; i++) {
                for (String letter : letters) {
                    texts.add(texts.get(i) + letter);
                }
            }
            from = to;
        }
        return texts;
    }

    @Property(tries = 500)
    void aTextIsAcceptedWhereThePatternIsFound(@ForAll("patterns") String text) {
        Pattern pattern = pattern(text);
        Language language = Language.of(text).orElseThrow();

        assertThat(TEXTS).filteredOn(language::accepts).isEqualTo(found(pattern));
    }

    @Property(tries = 500)
    void whatIsEmptyIsFoundInNoText(@ForAll("patterns") String text) {
        Language language = Language.of(text).orElseThrow();

        assertThat(found(pattern(text)).isEmpty() && !language.acceptsLength(6, 100))
                .isEqualTo(language.isEmpty());
    }

    @Property(tries = 500)
    void whatIsContainedIsAcceptedAndWhatIsNotHasAnExample(
            @ForAll("patterns") String wide, @ForAll("patterns") String narrow, @ForAll Kind kind) {
        String wider = kind.of(wide, narrow);

        switch (Language.contains(wider, narrow)) {
            case Containment.Holds() -> assertThat(found(pattern(wider))).containsAll(found(pattern(narrow)));
            case Containment.Fails(String example) -> {
                assertThat(pattern(narrow).matcher(example).find()).isTrue();
                assertThat(pattern(wider).matcher(example).find()).isFalse();
            }
            case Containment.Undecided() -> throw new AssertionError("small patterns are decided");
        }
    }

    @Property(tries = 500)
    void anAlternativeMoreContainsWhatWasThere(@ForAll("patterns") String first, @ForAll("patterns") String second) {
        assertThat(Language.contains("(?:" + first + ")|(?:" + second + ")", second))
                .isInstanceOf(Containment.Holds.class);
    }

    @Property(tries = 500)
    void aLengthIsAcceptedIfATextOfItIs(@ForAll("patterns") String text) {
        Language language = Language.of(text).orElseThrow();
        List<String> found = found(pattern(text));

        for (int length = 0; length <= 5; length++) {
            int wanted = length;
            assertThat(language.acceptsLength(wanted, wanted))
                    .isEqualTo(found.stream().anyMatch(one -> one.length() == wanted));
        }
    }

    @Property(tries = 1000)
    void aTextIsAcceptedWhereAPatternWithConditionsIsFound(@ForAll("conditioned") String text) {
        Pattern pattern = pattern(text);
        Language language = Language.of(text).orElseThrow();

        assertThat(LINES).filteredOn(language::accepts).isEqualTo(found(LINES, pattern));
    }

    @Property(tries = 1000)
    void whatIsContainedUnderConditionsIsAcceptedAndWhatIsNotHasAnExample(
            @ForAll("conditioned") String wide, @ForAll("conditioned") String narrow) {
        switch (Language.contains(wide, narrow)) {
            case Containment.Holds() ->
                assertThat(found(LINES, pattern(wide))).containsAll(found(LINES, pattern(narrow)));
            case Containment.Fails(String example) -> {
                assertThat(pattern(narrow).matcher(example).find()).isTrue();
                assertThat(pattern(wide).matcher(example).find()).isFalse();
            }
            case Containment.Undecided() -> throw new AssertionError("small patterns are decided");
        }
    }

    @Property(tries = 500)
    void withoutAConditionMoreIsMatched(@ForAll("conditions") String condition, @ForAll("sequences") String rest) {
        String with = "^" + condition + rest;

        assertThat(Language.contains("^" + rest, with)).isInstanceOf(Containment.Holds.class);
        assertThat(Language.contains(with, with)).isInstanceOf(Containment.Holds.class);
    }

    @Property(tries = 500)
    void whatIsEmptyUnderConditionsIsFoundInNoText(@ForAll("conditioned") String text) {
        Language language = Language.of(text).orElseThrow();
        List<String> found = found(LINES, pattern(text));

        assertThat(language.isEmpty() && !found.isEmpty()).isFalse();
        assertThat(found).allMatch(one -> language.acceptsLength(one.length(), one.length()));
    }

    /// How the wider of two patterns is made.
    enum Kind {
        ANOTHER,
        BOTH,
        REPEATED,
        WITHOUT_BEGIN;

        String of(String wide, String narrow) {
            return switch (this) {
                case ANOTHER -> wide;
                case BOTH -> "(?:" + wide + "|" + narrow + ")";
                case REPEATED -> "(?:" + narrow + "){1,2}";
                case WITHOUT_BEGIN -> narrow.replaceFirst("^\\^", "");
            };
        }
    }

    private static Pattern pattern(String text) {
        return fairlead.schema.draft07.JavaPattern.of(text).orElseThrow();
    }

    private static List<String> found(Pattern pattern) {
        return found(TEXTS, pattern);
    }

    private static List<String> found(List<String> texts, Pattern pattern) {
        return texts.stream().filter(text -> pattern.matcher(text).find()).toList();
    }

    /// Patterns with flags, and with looks ahead where a text begins and behind where it ends.
    @Provide
    Arbitrary<String> conditioned() {
        Arbitrary<String> behind = Arbitraries.of(
                "",
                "",
                "(?<!-)$",
                "(?<=a|b)$",
                "$(?<![^a])",
                "(?<!aB)(?<!\n)$",
                "(?i)(?<=b)$",
                "(?<name>a)$",
                "(?<!^)$");
        Arbitrary<String> flags = Arbitraries.of("", "", "(?i)", "(?s)", "(?is)", "(?m)", "(?i-s)");
        Arbitrary<String> one = Combinators.combine(flags, conditions(), sequences(), behind)
                .as((flag, condition, rest, end) -> flag + "^" + condition + rest + end);
        Arbitrary<String> anywhere =
                Combinators.combine(flags, sequences(), behind).as((flag, rest, end) -> flag + rest + end);
        Arbitrary<String> looked =
                Combinators.combine(sequences(), sequences()).as((inner, rest) -> "(?=^" + inner + "$)" + rest);
        Arbitrary<String> late = conditions().map(condition -> condition + "^a*");
        return Arbitraries.oneOf(
                        one, anywhere, looked, late, one.list().ofSize(2).map(two -> String.join("|", two)))
                .filter(text -> !text.contains("(?m)") || !text.matches("(?s).*[$^].*"))
                .filter(text -> text.split("<name>", -1).length < 3);
    }

    @Provide
    Arbitrary<String> conditions() {
        Arbitrary<String> kinds = Arbitraries.of("(?=", "(?!");
        Arbitrary<String> ends = Arbitraries.of("", "", "$");
        return Combinators.combine(kinds, sequences(), ends)
                .as((kind, inner, end) -> kind + inner + end + ")")
                .list()
                .ofMaxSize(2)
                .map(looks -> String.join("", looks));
    }

    @Provide
    Arbitrary<String> sequences() {
        Arbitrary<String> atoms = Arbitraries.of(
                "a",
                "A",
                "b",
                "-",
                "[ab]",
                "[^a]",
                "[^B-]",
                ".",
                ".*",
                "\\w",
                "(?i)b",
                "(?i:a)",
                "(?s:.)",
                "(?:a|(?i)b|-)",
                "(b|)",
                "\\x61",
                "\\p{Lu}",
                "\\Qa\\E",
                "(?-i:b)");
        return atoms.list().ofMaxSize(3).map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<String> patterns() {
        Arbitrary<String> atoms =
                Arbitraries.of("a", "b", "-", "[ab]", "[^a]", ".", "\\w", "[a-]", "^", "$", "\\-", "(?:a|-)", "(b|)");
        Arbitrary<String> repeated = Combinators.combine(
                        atoms, Arbitraries.of("", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,1}?", "{1,}"))
                .as((atom, times) -> "^$".contains(atom) ? atom : atom + times);
        Arbitrary<String> sequences = repeated.list().ofMinSize(0).ofMaxSize(4).map(parts -> String.join("", parts));
        Arbitrary<String> either = sequences.list().ofMinSize(1).ofMaxSize(2).map(parts -> String.join("|", parts));
        return Arbitraries.oneOf(
                either,
                either.map(inner -> "^(" + inner + ")$"),
                sequences.map(inner -> "^" + inner + "$"),
                sequences.map(inner -> "^(?:" + inner + ")*$"),
                Arbitraries.just("$a^"));
    }
}
