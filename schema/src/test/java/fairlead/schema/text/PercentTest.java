package fairlead.schema.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentTest {

    private static final String ODD = "a-._~ b/+*%ü€😀";

    @Test
    void everythingIsEncodedButLettersDigitsAndFourMarks() {
        assertThat(Percent.encode(ODD)).isEqualTo("a-._~%20b%2F%2B%2A%25%C3%BC%E2%82%AC%F0%9F%98%80");
        assertThat(Percent.encodePath("a/b c")).isEqualTo("a/b%20c");
    }

    @Test
    void whatIsEncodedComesBack() {
        assertThat(Percent.decode(Percent.encode(ODD))).isEqualTo(ODD);
        assertThat(Percent.decodeLeniently(Percent.encode(ODD))).isEqualTo(ODD);
        assertThat(Percent.decode("ü+%c3%bc")).isEqualTo("ü+ü");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%2x", "a%zz", "%ff", "%c3"})
    void malformedTextIsRefused(String text) {
        assertThatThrownBy(() -> Percent.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lenientlyAPercentSignMayStandForItself() {
        assertThat(Percent.decodeLeniently("100%, %zz, %2")).isEqualTo("100%, %zz, %2");
        assertThat(Percent.decodeLeniently("%ff")).isEqualTo("\uFFFD");
    }
}
