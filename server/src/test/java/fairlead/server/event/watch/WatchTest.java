package fairlead.server.event.watch;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class WatchTest {

    private static final String WATCH = "/fairlead/watch";
    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";
    private static final List<String> OF_A_CREATE = List.of("Accepted", "Creating", "Succeeded", "Succeeded");

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofMinutes(1), "--most-watchers=2", "--most-watchers-each=2");
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private void make(String name) {
        assertThat(plane.put(Plane.THINGS + "/" + name + Plane.VERSION, THING).status())
                .isEqualTo(201);
    }

    private Sse stream(String query, String lastEventId) {
        return new Sse(URI.create(plane.url() + WATCH + query), lastEventId);
    }

    private static List<String> changes(Iterable<JsonNode> events) {
        List<String> changes = new java.util.ArrayList<>();
        events.forEach(event -> changes.add(event.path("change").stringValue()));
        return changes;
    }

    @Nested
    class AStream {

        @Test
        void tellsWhatHappensWhileItIsOpen() {
            make("before");
            try (Sse stream = stream("", "").begun()) {
                make("one");
                List<JsonNode> events = stream.next(4);
                assertThat(changes(events)).isEqualTo(OF_A_CREATE);
                assertThat(events)
                        .allSatisfy(event -> assertThat(event.path("resourceId").stringValue())
                                .endsWith("/things/one"));
            }
        }

        @Test
        void goesOnBehindTheLastEventThatTheCallerHas() {
            String last;
            try (Sse stream = stream("", "").begun()) {
                make("one");
                stream.next(2);
                last = stream.lastId();
            }
            make("two");
            try (Sse stream = stream("", last)) {
                assertThat(changes(stream.next(6)))
                        .containsExactly("Succeeded", "Succeeded", "Accepted", "Creating", "Succeeded", "Succeeded");
            }
        }

        @Test
        void isEndedWhenTheServerStopsAndGoesOnAtTheNext() {
            String last;
            try (Sse stream = stream("", "").begun()) {
                plane.close();
                assertThat(stream.ends()).isTrue();
                last = stream.lastId();
            }
            start();
            make("later");
            try (Sse stream = stream("", last)) {
                assertThat(changes(stream.next(4))).isEqualTo(OF_A_CREATE);
            }
        }

        @Test
        void isOneOfSoManyAndLeavesItsPlace() {
            try (Sse first = stream("", "").begun();
                    Sse second = stream("", "").begun()) {
                Answer refused = plane.get(WATCH);
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.header("Retry-After")).isEqualTo("10");
                assertThat(first.lastId()).isEqualTo(second.lastId());
            }
            // Who has gone is noticed when the next thing is said.
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            for (int i = 0; plane.get(WATCH).status() == 429; i++) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                make("again" + i);
            }
        }
    }

    @Nested
    class APoll {

        @Test
        void beginsNowAndSaysWhereToGoOn() {
            make("one");
            JsonNode page = plane.get(WATCH).json();
            assertThat(page.path("events")).isEmpty();
            make("two");
            JsonNode next = plane.get(WATCH + "?from=" + page.path("next").stringValue())
                    .json();
            assertThat(changes(next.path("events"))).isEqualTo(OF_A_CREATE);
        }

        @Test
        void waitsForWhatComes() throws ExecutionException, InterruptedException {
            String from = plane.get(WATCH).json().path("next").stringValue();
            FutureTask<Answer> waiting = new FutureTask<>(() -> plane.get(WATCH + "?wait=50&from=" + from));
            Thread.ofVirtual().start(waiting);
            make("one");
            assertThat(waiting.get().json().path("events")).isNotEmpty();
        }

        @Test
        void takesNoMoreThanIsAskedForAndGoesOnThere() {
            make("one");
            JsonNode first = plane.get(WATCH + "?from=oldest&$top=3").json();
            JsonNode all = plane.get(WATCH + "?from=oldest&$top=100").json();
            assertThat(first.path("events")).hasSize(3);
            assertThat(all.path("events")).hasSize(4);
            JsonNode behind = plane.get(WATCH + "?from=" + first.path("next").stringValue())
                    .json();
            assertThat(changes(behind.path("events"))).containsExactly("Succeeded");
        }

        @Test
        void isOverWhenTheServerStops() throws ExecutionException, InterruptedException {
            String from = plane.get(WATCH).json().path("next").stringValue();
            FutureTask<Answer> waiting = new FutureTask<>(() -> plane.get(WATCH + "?wait=50&from=" + from));
            Thread.ofVirtual().start(waiting);
            while (plane.get("/metrics").response().body().contains("fairlead_watchers 0")) {
                Thread.onSpinWait();
            }
            plane.stop();
            assertThat(waiting.get().json().path("next").stringValue()).isEqualTo(from);
        }
    }

    @Nested
    class AFilter {

        private List<String> shown(String query) {
            return changes(plane.get(WATCH + "?from=oldest&" + query).json().path("events"));
        }

        @Test
        void showsAPart() {
            make("one");
            make("two");
            assertThat(shown("scope=" + Plane.THINGS + "/ONE")).isEqualTo(OF_A_CREATE);
            assertThat(shown("scope=" + Plane.GROUP)).hasSize(8);
            assertThat(shown("type=Fairlead::Lab::Thing")).hasSize(8);
            assertThat(shown("type=fairlead.lab/things&kind=operation&change=succeeded"))
                    .containsExactly("Succeeded", "Succeeded");
            assertThat(shown("type=Fairlead.Tls/authorities")).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({
            "scope=/nowhere, InvalidWatchFilter",
            "type=No::Such::Type, InvalidWatchFilter",
            "kind=weather, InvalidWatchFilter",
            "wait=51, InvalidQueryParameter",
            "from=yesterday, InvalidWatchToken"
        })
        void thatMakesNoSenseIsRefused(String query, String code) {
            assertThat(plane.get(WATCH + "?" + query).code()).isEqualTo(code);
        }
    }

    @Test
    void aListSaysWhereToWatchForWhatIsNotInIt() {
        make("one");
        String mark = "";
        while (mark.isEmpty()) {
            mark = plane.get(Plane.THINGS + Plane.VERSION).header("x-fairlead-watch");
        }
        make("two");
        JsonNode page =
                plane.get(WATCH + "?wait=50&change=Creating&from=" + mark).json();
        assertThat(page.path("events").toString()).contains("/things/two");
        assertThat(plane.get(Plane.GROUP + "/resources?api-version=2021-04-01").header("x-fairlead-watch"))
                .isNotEmpty();
    }

    @Test
    void historyThatIsGoneIsSaid() {
        Answer gone = plane.get(WATCH + "?from=00000000-17");
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.code()).isEqualTo("WatchHistoryGone");
        String oldest = gone.json().at("/error/details/0/target").stringValue();
        assertThat(plane.get(WATCH + "?from=" + oldest).status()).isEqualTo(200);
    }

    @Test
    void onlyReads() {
        assertThat(plane.send("DELETE", WATCH, "").status()).isEqualTo(405);
    }
}
