package fairlead.schema.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedJsonTest {

    /// Two names that are the same, and a mistake behind them, too: that is read by another parser.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{/* c */}",
                "{'a': 1}",
                "{\"a\": NaN}",
                "{\"a\": 01}",
                "{\"a\": 1,}",
                "{\"a\": +1}",
                "{\"a\": \"\t\"}",
                "{\"a\": \"\\q\"}",
                "[1, 2",
                "[1}",
                "{\"a\": tru}",
                "{\"a\": 1, \"a\": 2, \"b\": NaN}",
                "1 2"
            })
    void isToldWithoutWordsOfTheLibrary(String text) {
        Source source = Notation.JSON.read(text.getBytes(StandardCharsets.UTF_8));

        assertThat(source)
                .isInstanceOfSatisfying(
                        Source.Malformed.class,
                        malformed -> assertThat(malformed.fault().message())
                                .isNotBlank()
                                .doesNotContainPattern("`|Feature|REDACTED|StreamRead|JsonRead|Token\\b|byte offset"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_200, 60_000})
    void namesNoSettingForWhatIsTooLong(int length) {
        String text = length < 50_000 ? "[" + "1".repeat(length) + "]" : "{\"" + "n".repeat(length) + "\": 1}";
        Source source = Notation.JSON.read(text.getBytes(StandardCharsets.UTF_8));

        assertThat(source)
                .isInstanceOfSatisfying(
                        Source.Malformed.class,
                        malformed -> assertThat(malformed.fault().message())
                                .contains("exceeds the maximum allowed")
                                .doesNotContainPattern("`|Constraints"));
    }
}
