package fairlead.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

    private final Metrics metrics = new Metrics();

    @Test
    void countADurationInItsBucketAndAllAbove() {
        metrics.durations("fairlead_wait_seconds", "Waits.", "method", "code")
                .labelValues("PUT", "201")
                .observe(3_000_000);
        assertThat(text(metrics))
                .contains("# TYPE fairlead_wait_seconds histogram")
                .contains("fairlead_wait_seconds_bucket{code=\"201\",method=\"PUT\",le=\"0.0025\"} 0")
                .contains("fairlead_wait_seconds_bucket{code=\"201\",method=\"PUT\",le=\"0.005\"} 1")
                .contains("fairlead_wait_seconds_bucket{code=\"201\",method=\"PUT\",le=\"+Inf\"} 1")
                .contains("fairlead_wait_seconds_sum{code=\"201\",method=\"PUT\"} 0.003")
                .contains("fairlead_wait_seconds_count{code=\"201\",method=\"PUT\"} 1");
    }

    @Test
    void areTheSameWhenTheirOwnersDeclareThemAgain() {
        metrics.counter("fairlead_calls_total", "Calls.", "type")
                .labelValues("a")
                .inc();
        metrics.counter("fairlead_calls_total", "Calls.", "type")
                .labelValues("a")
                .inc();
        assertThat(text(metrics)).contains("fairlead_calls_total{type=\"a\"} 2.0");
    }

    @Test
    void areRefusedUnderTheNameOfAnotherKind() {
        metrics.gauge("fairlead_calls", "Calls.", () -> 7);
        assertThatThrownBy(() -> metrics.counter("fairlead_calls_total", "Calls."))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void showAGaugeAsItIsAtTheMoment() {
        metrics.gauge("fairlead_things", "Things.", () -> 7);
        assertThat(text(metrics)).contains("# TYPE fairlead_things gauge\nfairlead_things 7.0\n");
    }

    @Test
    void leaveOutAGaugeThatCanNotBeReadAndShowTheOthers() {
        metrics.gauge("fairlead_away", "Away.", List.of(), _ -> {
            throw new IllegalStateException("the database is away");
        });
        metrics.counter("fairlead_calls_total", "Calls.");
        assertThat(text(metrics)).contains("fairlead_calls_total 0.0").doesNotContain("fairlead_away ");
    }

    @Test
    void nameABuildByItsLabels() {
        metrics.info("fairlead_build_info", "The version.", Map.of("version", "1.2", "java", "25"));
        assertThat(text(metrics)).contains("fairlead_build_info{java=\"25\",version=\"1.2\"} 1\n");
    }

    @Test
    void keepQuotesInLabelsFromBreakingALine() {
        metrics.counter("fairlead_calls_total", "Calls.", "budget")
                .labelValues("a \"b\" \\ \n c")
                .inc();
        assertThat(text(metrics)).contains("{budget=\"a \\\"b\\\" \\\\ \\n c\"} 1.0");
    }

    @Test
    void ofTwoControlPlanesAreCountedApart() {
        metrics.counter("fairlead_calls_total", "Calls.").inc();
        Metrics another = new Metrics();
        another.counter("fairlead_calls_total", "Calls.");
        assertThat(text(another)).contains("fairlead_calls_total 0.0");
    }

    @Test
    void haveTheTextFormatUnlessOpenMetricsIsAskedFor() {
        assertThat(metrics.scrape("").contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.scrape("*/*").contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        Metrics.Exposition open = metrics.scrape(OPEN_METRICS);
        assertThat(open.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(open.text()).endsWith("# EOF\n");
    }

    private static String text(Metrics metrics) {
        return metrics.scrape("").text();
    }
}
