package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Trace;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TracingTest {

    private static final Trace TRACE = new Trace(
            "request",
            "correlation",
            Optional.of("client"),
            Optional.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            Optional.of("vendor=1"));

    @Test
    void writesTheTraceAsAmazonDoes() {
        assertThat(Tracing.of(TRACE).amazonHeader())
                .isEqualTo("Root=1-0af76519-16cd43dd8448eb211c80319c;Parent=b7ad6b7169203331;Sampled=1");
    }

    @Test
    void putsTheIdsIntoTheClientContext() {
        JsonNode custom = JsonMapper.shared()
                .readTree(Tracing.of(TRACE).clientContext().orElseThrow())
                .path("custom");
        assertThat(custom.path("x-ms-correlation-request-id").stringValue()).isEqualTo("correlation");
        assertThat(custom.path("x-ms-client-request-id").stringValue()).isEqualTo("client");
        assertThat(custom.path("traceparent").stringValue()).endsWith("-b7ad6b7169203331-01");
        assertThat(custom.path("tracestate").stringValue()).isEqualTo("vendor=1");
    }

    @Test
    void saysNothingOfACallThatIsNotTraced() {
        Tracing none = Tracing.of(Trace.NONE);
        assertThat(none.clientContext()).isEmpty();
        assertThat(none.amazonHeader()).endsWith("Sampled=0");
    }
}
