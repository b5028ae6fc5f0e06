package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.telemetry.Collector;
import fairlead.server.telemetry.Collector.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a collector gets to see of a control plane.
class SpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String SECRET = "tell-nobody-of-this";
    private static final String SLOW = """
        {"location": "local", "properties": {"CreateSteps": 1, "StepDelaySeconds": 0.01, "Secret": "%s"}}
        """.formatted(SECRET);

    @TempDir
    private Path folder;

    private Collector collector;

    @BeforeEach
    void listen() throws IOException {
        collector = new Collector();
    }

    @AfterEach
    void stop() {
        collector.close();
    }

    private Plane plane() {
        return Plane.start(folder, Duration.ZERO, "--otlp=" + collector.url());
    }

    private static String begin(Plane plane, String body) {
        Map<String, String> headers = Map.of("traceparent", "00-" + TRACE + "-" + CALLER + "-01");
        return plane.send("PUT", Plane.THINGS + "/traced" + Plane.VERSION, headers, body)
                .header("Azure-AsyncOperation")
                .replaceFirst("http://[^/]+", "");
    }

    private static String spanOf(String operation) {
        String id = operation.replaceAll(".*/operationStatuses/|\\?.*", "");
        return id.replace("-", "").substring(16);
    }

    @Test
    void anAsynchronousCreateIsOneTree() {
        String operation;
        try (Plane plane = plane()) {
            operation = begin(plane, SLOW);
            plane.ended(operation);
        }
        Span request = collector.named("PUT").getFirst();
        assertThat(request.traceId()).isEqualTo(TRACE);
        assertThat(request.parent()).isEqualTo(CALLER);
        assertThat(request.attributes())
                .containsEntry("http.response.status_code", 201L)
                .containsEntry("url.path", Plane.THINGS + "/traced");

        Span work = collector.named("operation CREATE Fairlead::Lab::Thing").getFirst();
        assertThat(work.parent()).isEqualTo(request.spanId());
        assertThat(work.spanId()).isEqualTo(spanOf(operation));
        assertThat(work.attributes()).containsEntry("fairlead.operation.state", "Succeeded");

        assertThat(collector.named("handler create Fairlead::Lab::Thing"))
                .extracting(Span::parent, span -> span.attributes().get("fairlead.handler.outcome"))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(work.spanId(), "again"),
                        org.assertj.core.groups.Tuple.tuple(work.spanId(), "done"));
        assertThat(collector.named("handler read")).extracting(Span::parent).containsOnly(work.spanId());
        Set<String> writers = collector.named("transaction").stream()
                .filter(span -> span.traceId().equals(TRACE))
                .map(Span::parent)
                .collect(Collectors.toSet());
        assertThat(writers).containsExactlyInAnyOrder(request.spanId(), work.spanId());
    }

    @Test
    void theTreeIsTheSameWhenTheOperationEndsAfterARestart() {
        String operation;
        try (Plane plane = plane()) {
            operation = begin(plane, SLOW.replace("0.01", "1"));
        }
        assertThat(collector.named("operation")).isEmpty();
        try (Plane plane = plane()) {
            plane.ended(operation);
        }
        List<Span> works = collector.named("operation");
        assertThat(works).hasSize(1);
        assertThat(works.getFirst().parent())
                .isEqualTo(collector.named("PUT").getFirst().spanId());
        assertThat(collector.named("handler create"))
                .hasSize(2)
                .allMatch(call -> call.parent().equals(spanOf(operation))
                        && call.traceId().equals(TRACE));
    }

    @Test
    void aFailureShowsItsCodeAndNothingElse() {
        try (Plane plane = plane()) {
            String body = "{\"location\": \"local\", \"properties\": {\"Secret\": \"" + SECRET
                    + "\", \"Breach\": \"MissingIdentifier\"}}";
            plane.ended(begin(plane, body));
        }
        Span work = collector.named("operation").getFirst();
        assertThat(work.status()).isEqualTo(2);
        assertThat(collector.everything()).contains("create.primary-identifier");
    }

    @Test
    void writeOnlyValuesAreInNoSpan() {
        try (Plane plane = plane()) {
            plane.ended(begin(plane, SLOW));
        }
        assertThat(collector.spans()).isNotEmpty();
        assertThat(collector.everything()).contains("traced").doesNotContain(SECRET);
    }

    @Test
    void whoDoesNotSampleIsNotSampled() {
        try (Plane plane = plane()) {
            Map<String, String> headers = Map.of("traceparent", "00-" + TRACE + "-" + CALLER + "-00");
            plane.send("GET", Plane.THINGS + Plane.VERSION, headers, "");
        }
        assertThat(collector.spans()).noneMatch(span -> span.traceId().equals(TRACE));
    }
}
