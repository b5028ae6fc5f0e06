package fairlead.schema.language;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.draft07.JavaPattern;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {

    private static final String PARTITION =
            "^arn:(aws|aws-cn):datasync:[a-z\\-0-9]+:[0-9]{12}:agent/agent-[0-9a-z]{17}$";

    @Test
    void ofOneMoreAlternativeIsWider() {
        String wider = PARTITION.replace("aws-cn", "aws-cn|aws-eusc");

        assertThat(Language.contains(wider, PARTITION)).isInstanceOf(Containment.Holds.class);
        assertThat(Language.contains(PARTITION, wider))
                .isInstanceOfSatisfying(
                        Containment.Fails.class,
                        fails -> assertThat(fails.text()).startsWith("arn:aws-eusc:"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "^[a-z]{1,256}$ ^[a-z]{1,255}$",
                "^.*$ ^[a-z]*$",
                "[a-z]+ ^[a-z]{3}$",
                "^(a|b|c)$ ^[ab]$",
                "^[\\w.-]+$ ^[a-zA-Z0-9_]+$",
                "^\\S+$ ^[!-~]{1,1024}$",
                "^[a-zA-Z0-9]{1,63}$ ^[a-z0-9]{1,63}$",
                "^[a-z:]+$ ^(?!aws:)[a-z:]+$",
                "^(?!aws:)[a-z:]+$ ^(?!aws)[a-z:]+$",
                "^(?!aws)[a-zA-Z]+$ ^(?!(?i)aws)[a-zA-Z]+$",
                "^(?=.{1,20}$)[a-z]+$ ^(?=.{1,10}$)[a-z]+$",
                "^(?=.*[a-z]).{8,64}$ ^(?=.*[a-z])(?=.*\\d).{8,64}$",
                "(?i)^[a-f0-9]{8}$ ^[a-f0-9]{8}$",
                "(?s)^.*$ ^.*$",
                "^[a-z-]*$ ^[a-z-]*(?<!-)$"
            })
    void isWider(String wide, String narrow) {
        assertThat(Language.contains(wide, narrow)).isInstanceOf(Containment.Holds.class);
        assertThat(Language.contains(narrow, wide)).isInstanceOf(Containment.Fails.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$vpc-[0-9]{8,10}^", "a^b", "^a$b", "x$^y", "^(?:$a|b^)c", "[^\\s\\S]"})
    void thatNothingIsInIsEmpty(String pattern) {
        assertThat(Language.of(pattern).orElseThrow().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "^$", "$^", "^^a$$", "a|b^c", "^(|a)$", "\\p{L}", "^[\\p{L}\\p{Z}]{2,}$"})
    void thatATextIsInIsNotEmpty(String pattern) {
        assertThat(Language.of(pattern).orElseThrow().isEmpty()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a)\\1",
                "\\bword",
                "a++",
                "(?u)a",
                "(?m)^a",
                "^[a-z]{1,99999}$",
                "(?=a)b",
                "^a(?=b)c",
                "a(?<!b)c",
                "a(?<!b)$?",
                "^(a(?!b))$",
                "["
            })
    void ofWhatAutomataCanNotDoIsNone(String pattern) {
        assertThat(Language.of(pattern)).isEmpty();
        assertThat(Language.contains(pattern, pattern)).isInstanceOf(Containment.Holds.class);
        assertThat(Language.contains("", pattern)).isInstanceOf(Containment.Holds.class);
        assertThat(Language.contains(pattern, "^b$")).isInstanceOf(Containment.Undecided.class);
    }

    /// Changes of published schemas.
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "^(?=.{2,256}$)([a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(\\/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*)$"
                        + " ^(?=.{2,256}$)((?:[a-z0-9]+(?:[._-][a-z0-9]+)*/)*[a-z0-9]+(?:[._-][a-z0-9]+)*)$",
                ".* ^(((?!-)[A-Za-z0-9-]{0,62}[A-Za-z0-9])\\.)+((?!-)[A-Za-z0-9-]{1,62}[A-Za-z0-9])$",
                ".* (?ms)\\s*^-----BEGIN(?-s:.*)KEY-----$.*?^-----END(?-s:.*)KEY-----$\\s*",
                "^arn:aws(-[a-z]{1,5}){0,3}:sso:::i/(sso)?ins-[a-zA-Z0-9-.]{16}$"
                        + " ^arn:(aws|aws-us-gov|aws-cn|aws-iso|aws-iso-b):sso:::i/(sso)?ins-[a-zA-Z0-9-.]{16}$",
                "^(([0-9]|.|/)*)$ ^(([0-9]|.|:|/)*)$"
            })
    void thatWasWidenedIsFoundToBe(String wide, String narrow) {
        assertThat(Language.contains(wide, narrow)).isInstanceOf(Containment.Holds.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"^(?=a)b", "^(?!a)a", "^(?!.)a$", "^a(?<!a)$", "^(?=a$)(?=b$)"})
    void whoseConditionsExcludeEachOtherIsEmpty(String pattern) {
        assertThat(Language.of(pattern).orElseThrow().isEmpty()).isTrue();
    }

    @Test
    void ofOneDocumentAreReadUntilTheyAreTooMuch() {
        Languages languages = new Languages();
        int read = 0;
        for (int i = 0; i < 500; i++) {
            read += languages.of("^(a|b){" + (1_000 + i) + "}$").isPresent() ? 1 : 0;
        }

        assertThat(read).isBetween(100, 490);
        assertThat(languages.of("^(a|b){1000}$")).isPresent();
        assertThat(languages.of("^another$")).isEmpty();
    }

    @Test
    void withManyClassesOfWhichJavaWouldBeAskedIsNone() {
        StringBuilder classes = new StringBuilder("(?i)");
        for (int i = 0; i < 60; i++) {
            classes.append("[a").append(Character.toString(0x4e00 + i)).append("]");
        }

        assertThat(Language.of(classes.toString())).isEmpty();
    }

    @Test
    void thatHasTooManyStatesIsGivenUpSoon() {
        Instant begin = Instant.now();
        Containment found = Language.contains("^(a|b)*a(a|b){30}(c|d)$", "^(a|b)*b(a|b){30}c$|^(a|b)*a(a|b){30}c$");

        assertThat(found).isInstanceOf(Containment.Undecided.class);
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\d", "\\D", "\\w", "\\W", ".", "\\t", "\\n", "\\r", "\\f"})
    void knowsTheUsualClassesAsJavaDoes(String one) {
        assertThat(CodePoints.matching(one)).isEqualTo(CodePoints.asked(one));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[a-c-e]",
                "[+--]",
                "[\\w-.]",
                "[^^]",
                "[a^]",
                "[-a]",
                "[a\\-c]",
                "[\\x41-\\u0043é]",
                "[\\]\\\\]",
                "[!-/:-@]",
                "[\\s\\S]",
                "[^\\S]",
                "[\\sa-c]",
                "[a&&[^a]b]",
                "[\\p{Lu}0]"
            })
    void readsClassesAsJavaDoes(String one) {
        CodePoints asked = CodePoints.asked(JavaPattern.of(one).orElseThrow().pattern());

        assertThat(Language.of("^" + one + "$").orElseThrow()).satisfies(language -> {
            for (int point = 0; point < 0x300; point++) {
                assertThat(language.accepts(Character.toString(point)))
                        .as("%x", point)
                        .isEqualTo(asked.contains(point));
            }
        });
    }

    @Test
    void hasTheLengthsOfItsTexts() {
        Language four = Language.of("^[a-z]{4,6}$").orElseThrow();

        assertThat(four.acceptsLength(0, 3)).isFalse();
        assertThat(four.acceptsLength(0, 4)).isTrue();
        assertThat(four.acceptsLength(6, 9)).isTrue();
        assertThat(four.acceptsLength(7, Integer.MAX_VALUE)).isFalse();
        assertThat(Language.of("abc").orElseThrow().acceptsLength(0, 2)).isFalse();
        assertThat(Language.of("a*").orElseThrow().acceptsLength(7000, 8000)).isTrue();
    }
}
