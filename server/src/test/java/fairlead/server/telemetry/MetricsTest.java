package fairlead.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final Metrics metrics = new Metrics();

    @Test
    void countALatencyInItsBucketAndAllAbove() {
        metrics.request("PUT", 201, TimeUnit.MILLISECONDS.toNanos(3));
        assertThat(metrics.text())
                .contains("# TYPE fairlead_http_request_duration_seconds histogram")
                .contains("fairlead_http_request_duration_seconds_bucket{method=\"PUT\",code=\"201\",le=\"0.0025\"} 0")
                .contains("fairlead_http_request_duration_seconds_bucket{method=\"PUT\",code=\"201\",le=\"0.005\"} 1")
                .contains("fairlead_http_request_duration_seconds_bucket{method=\"PUT\",code=\"201\",le=\"+Inf\"} 1")
                .contains("fairlead_http_request_duration_seconds_sum{method=\"PUT\",code=\"201\"} 0.003")
                .contains("fairlead_http_request_duration_seconds_count{method=\"PUT\",code=\"201\"} 1");
    }

    @Test
    void tellOperationsAndHandlerCallsApart() {
        metrics.operation("CREATE", "Failed", Duration.ofSeconds(2));
        metrics.call("Test::Shop::Gizmo", "create", "NotFound", 1);
        assertThat(metrics.text())
                .contains("fairlead_operation_duration_seconds_count{kind=\"CREATE\",state=\"Failed\"} 1")
                .contains("fairlead_handler_call_duration_seconds_count"
                        + "{type=\"Test::Shop::Gizmo\",action=\"create\",outcome=\"NotFound\"} 1");
    }

    @Test
    void showWhatThereIsAtTheMoment() {
        metrics.gauge("fairlead_things", "Things.", () -> 7);
        assertThat(metrics.text()).contains("# TYPE fairlead_things gauge\nfairlead_things 7\n");
    }

    @Test
    void keepQuotesInLabelsFromBreakingALine() {
        metrics.limited("a \"b\" \\ \n c");
        assertThat(metrics.text()).contains("{budget=\"a \\\"b\\\" \\\\ \\n c\"} 1");
    }
}
