package fairlead.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LogLinesTest {

    private static final Origin ORIGIN = new Origin(
            "request-1",
            "correlation-1",
            Optional.of("client-1"),
            TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", ""));

    private final LoggerContext context = new LoggerContext();

    private LoggingEvent event(@Nullable Throwable failure) {
        return new LoggingEvent(
                "test", context.getLogger("fairlead.Test"), Level.WARN, "it {}", failure, new Object[] {"happened"});
    }

    private static JsonNode json(LoggingEvent event) {
        String line = new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
        assertThat(line).endsWith("\n").hasLineCount(1);
        return JsonMapper.shared().readTree(line);
    }

    @Test
    void ofARequestHaveItsIds() {
        JsonNode line =
                Activity.ofRequest(Telemetry.none(), ORIGIN, "routing-1").call(() -> json(event(null)));
        assertThat(line.path("message").stringValue()).isEqualTo("it happened");
        assertThat(line.path("level").stringValue()).isEqualTo("WARN");
        assertThat(line.path("requestId").stringValue()).isEqualTo("request-1");
        assertThat(line.path("correlationId").stringValue()).isEqualTo("correlation-1");
        assertThat(line.path("clientRequestId").stringValue()).isEqualTo("client-1");
        assertThat(line.path("routingId").stringValue()).isEqualTo("routing-1");
        assertThat(line.path("traceId").stringValue()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(line.path("spanId").stringValue()).isEqualTo("b7ad6b7169203331");
    }

    @Test
    void ofAnOperationHaveThoseOfTheRequestThatBeganIt() {
        JsonNode line =
                Activity.ofOperation(Telemetry.none(), ORIGIN, "operation-1").call(() -> json(event(null)));
        assertThat(line.path("requestId").stringValue()).isEqualTo("request-1");
        assertThat(line.path("operationId").stringValue()).isEqualTo("operation-1");
    }

    @Test
    void onBehalfOfAnotherThreadHaveTheIdsTheyWereGiven() {
        LoggingEvent event = event(null);
        event.addKeyValuePair(new KeyValuePair("requestId", "request-2"));
        JsonNode line =
                Activity.ofRequest(Telemetry.none(), ORIGIN, "routing-1").call(() -> json(event));
        assertThat(line.path("requestId").stringValue()).isEqualTo("request-2");
        assertThat(line.has("correlationId")).isFalse();
    }

    @Test
    void ofNoRequestHaveNone() {
        assertThat(json(event(null)).has("requestId")).isFalse();
        assertThat(new LogIds().convert(event(null))).isEmpty();
    }

    @Test
    void ofAFailureHaveItsStackInOneLine() {
        assertThat(json(event(new IllegalStateException("the cause")))
                        .path("error")
                        .stringValue())
                .contains("IllegalStateException: the cause", "LogLinesTest");
    }

    @Test
    void asTextEndInTheIds() {
        String ids =
                Activity.ofRequest(Telemetry.none(), ORIGIN, "routing-1").call(() -> new LogIds().convert(event(null)));
        assertThat(ids)
                .startsWith(" [requestId=request-1 correlationId=correlation-1 ")
                .endsWith("]");
    }
}
