package fairlead.server.access.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionPatternTest {

    @ParameterizedTest
    @CsvSource({
        "*, Fairlead.Lab/things/read, true",
        "*/read, Fairlead.Lab/things/read, true",
        "*/read, Fairlead.Lab/things/write, false",
        "Fairlead.Lab/*, Fairlead.Lab/things/parts/delete, true",
        "fairlead.lab/THINGS/Write, Fairlead.Lab/things/write, true",
        "Fairlead.Lab/*/write, Fairlead.Lab/things/write, true",
        "Fairlead.Lab/*/write, Fairlead.Lab/write, false",
        "Microsoft.Authorization/*/Write, Microsoft.Authorization/roleAssignments/write, true",
        "*a*a, xaya, true",
        "*a*a, xa, false"
    })
    void aStarStandsForAnyRunOfCharacters(String pattern, String action, boolean matches) {
        assertThat(new ActionPattern(pattern).matches(action.toLowerCase(Locale.ROOT)))
                .isEqualTo(matches);
    }

    /// Held against regular expressions on short words, of which there are few enough to meet all kinds.
    @Test
    void patternsMatchAsTheSameRegularExpressionsDo() {
        Random chance = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String pattern = word(chance, "ab*", 6);
            String action = word(chance, "ab", 6);
            String regex = pattern.chars()
                    .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
                    .collect(Collectors.joining());
            assertThat(new ActionPattern(pattern).matches(action))
                    .as("%s on %s", pattern, action)
                    .isEqualTo(action.matches(regex));
        }
    }

    /// Where a pattern says that it includes another one, every action of that is one of its own; and two that say they
    /// can't meet have no action in common.
    @Test
    void whatIsIncludedIsMatchedAndWhatCanNotMeetIsNot() {
        Random chance = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            ActionPattern one = new ActionPattern(word(chance, "ab*", 5));
            ActionPattern other = new ActionPattern(word(chance, "ab*", 5));
            String action = word(chance, "ab", 6);
            boolean both = one.matches(action) && other.matches(action);
            if (one.includes(other) && other.matches(action)) {
                assertThat(one.matches(action))
                        .as("%s includes %s: %s", one, other, action)
                        .isTrue();
            }
            if (!one.mayMeet(other)) {
                assertThat(both).as("%s can't meet %s: %s", one, other, action).isFalse();
            }
        }
    }

    private static String word(Random chance, String letters, int longest) {
        int length = chance.nextInt(longest + 1);
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < length; i++) {
            word.append(letters.charAt(chance.nextInt(letters.length())));
        }
        return word.toString();
    }
}
