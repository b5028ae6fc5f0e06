package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.data.DataClass;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void thePauseIsTenSecondsUnlessItIsSet() {
        assertThat(Options.parse(List.of()).minRetryAfter()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Options.parse(List.of("--min-retry-after=600")).minRetryAfter())
                .isEqualTo(Duration.ofMinutes(10));
        assertThatThrownBy(() -> Options.parse(List.of("--min-retry-after=0")))
                .hasMessageContaining("--min-retry-after");
        assertThatThrownBy(() -> Options.parse(List.of("--min-retry-after=601")))
                .hasMessageContaining("--min-retry-after");
    }

    @Test
    void whatIsSealedAreClassesOfSensitiveData() {
        assertThat(Options.parse(List.of()).seal()).isEmpty();
        assertThat(Options.parse(List.of("--seal=content,permissions")).seal())
                .containsExactlyInAnyOrder(DataClass.CONTENT, DataClass.PERMISSIONS);
        assertThatThrownBy(() -> Options.parse(List.of("--seal=content,tagging")))
                .hasMessage("--seal: expected some of content,account,permissions, found 'tagging'");
    }
}
