package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// "Instrumentation and Tracing across services" of the "Azure resource provider contract".
class TracingHeadersTest {

    private static final String CLIENT = "9c5b94b1-35ad-49bb-b118-8e8fc24abf80";
    private static final String CORRELATION = "2a2b94b1-35ad-49bb-b118-8e8fc24abf81";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private static Map<String, String> ids(String... more) {
        Map<String, String> headers =
                new HashMap<>(Map.of("x-ms-client-request-id", CLIENT, "x-ms-correlation-request-id", CORRELATION));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Plane.THINGS + Plane.VERSION,
                Plane.THINGS + "/missing" + Plane.VERSION,
                Plane.THINGS,
                "/subscriptions/no-guid/resourceGroups?api-version=2021-04-01",
                "/there/is/nothing",
                "/openapi.json",
                "/metrics",
                "/fairlead/version",
                "/fairlead/nothing",
                "/metadata/endpoints?api-version=2022-09-01"
            })
    void areOnEveryAnswer(String path) {
        Answer answer = plane.send("GET", path, ids(), "");
        assertThat(answer.header("x-ms-request-id")).hasSize(36);
        assertThat(answer.header("x-ms-correlation-request-id")).isEqualTo(CORRELATION);
        assertThat(answer.header("x-ms-routing-request-id")).hasSize(36).isNotEqualTo(answer.header("x-ms-request-id"));
        assertThat(answer.header("x-ms-client-request-id")).isEmpty();
        assertThat(answer.header("Date")).endsWith(" GMT");
    }

    @Test
    void aRequestWithoutACorrelationIdBeginsOne() {
        Answer answer = plane.get(Plane.THINGS + Plane.VERSION);
        assertThat(answer.header("x-ms-correlation-request-id"))
                .hasSize(36)
                .isEqualTo(answer.header("x-ms-request-id"));
    }

    @Nested
    class TheClientsOwnId {

        @Test
        void comesBackWhereItIsAskedFor() {
            Answer answer = plane.send("GET", "/there/is/nothing", ids("x-ms-return-client-request-id", "True"), "");
            assertThat(answer.header("x-ms-client-request-id")).isEqualTo(CLIENT);
        }

        @Test
        void doesNotComeBackWhereItIsNot() {
            Answer answer = plane.send("GET", "/there/is/nothing", ids("x-ms-return-client-request-id", "false"), "");
            assertThat(answer.header("x-ms-client-request-id")).isEmpty();
        }

        @Test
        void mayBeUsedForManyRequests() {
            Answer first = plane.send("GET", Plane.THINGS + Plane.VERSION, ids(), "");
            Answer second = plane.send("GET", Plane.THINGS + Plane.VERSION, ids(), "");
            assertThat(first.header("x-ms-request-id")).isNotEqualTo(second.header("x-ms-request-id"));
        }
    }
}
