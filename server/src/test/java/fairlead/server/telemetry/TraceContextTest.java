package fairlead.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    @Test
    void isReadAndWrittenAsTheHeadersHaveIt() {
        TraceContext place = TraceContext.parse("00-" + TRACE + "-" + SPAN + "-01", "vendor=1,other=2")
                .orElseThrow();
        assertThat(place).isEqualTo(new TraceContext(TRACE, SPAN, true, "vendor=1,other=2"));
        assertThat(place.header()).isEqualTo("00-" + TRACE + "-" + SPAN + "-01");
    }

    @Test
    void passesOnOnlyTheFlagItKnows() {
        assertThat(TraceContext.parse("00-" + TRACE + "-" + SPAN + "-fe", "")
                        .orElseThrow()
                        .header())
                .endsWith("-00");
    }

    @Test
    void readsWhatItKnowsOfALaterVersion() {
        assertThat(TraceContext.parse("cc-" + TRACE + "-" + SPAN + "-01-what-comes-then", ""))
                .isPresent();
    }

    @Test
    void dropsAStateThatIsNoHeader() {
        String long513 = "v=" + "x".repeat(511);
        assertThat(TraceContext.parse("00-" + TRACE + "-" + SPAN + "-01", long513)
                        .orElseThrow()
                        .state())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-" + TRACE + "-" + SPAN,
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-" + SPAN + "-01",
                "cc-" + TRACE + "-" + SPAN + "-01.what-comes-then",
                "00_" + TRACE + "_" + SPAN + "_01"
            })
    void isNoneWhereTheHeaderIsMalformed(String header) {
        assertThat(TraceContext.parse(header, "vendor=1")).isEmpty();
    }
}
