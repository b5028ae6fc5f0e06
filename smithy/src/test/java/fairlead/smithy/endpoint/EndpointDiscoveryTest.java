package fairlead.smithy.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.Models;
import fairlead.smithy.endpoint.EndpointDiscovery.Call;
import fairlead.smithy.endpoint.EndpointDiscovery.Chosen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// How a client finds the endpoint of a call: time stands still but for what a test lets pass, and nothing happens in
/// the background before a test says so.
class EndpointDiscoveryTest {

    private static final URI STANDARD = URI.create("https://foo.example.com");
    private static final URI FIRST = URI.create("https://one.foo.example.com");
    private static final URI SECOND = URI.create("https://two.foo.example.com");

    private static final Model MODEL = Models.parse("foo.smithy", """
        $version: "2"
        namespace foo

        use aws.api#clientDiscoveredEndpoint
        use aws.api#clientEndpointDiscovery
        use aws.api#clientEndpointDiscoveryId

        @clientEndpointDiscovery(operation: DescribeEndpoints, error: InvalidEndpointError)
        service Foo { version: "1", operations: [DescribeEndpoints, GetObject, ListObjects, Ping] }

        operation DescribeEndpoints { input: DescribeInput, output: DescribeOutput, errors: [InvalidEndpointError] }
        structure DescribeInput { Operation: String, Identifiers: Identifiers }
        map Identifiers { key: String, value: String }
        structure DescribeOutput { Endpoints: Endpoints }
        list Endpoints { member: Endpoint }
        structure Endpoint { Address: String, CachePeriodInMinutes: Long }
        @error("client") @httpError(421) structure InvalidEndpointError {}

        @clientDiscoveredEndpoint(required: true)
        operation GetObject { input: GetInput, errors: [InvalidEndpointError] }
        structure GetInput { @clientEndpointDiscoveryId @required Id: String, Part: String }

        @clientDiscoveredEndpoint(required: false)
        operation ListObjects { input: ListInput, errors: [InvalidEndpointError] }
        structure ListInput { Prefix: String }

        operation Ping {}
        """).model().orElseThrow();

    private static final DiscoveryTraits TRAITS = DiscoveryTraits.of(
                    MODEL, MODEL.expectShape(ShapeId.from("foo#Foo"), ServiceShape.class))
            .orElseThrow();

    private final Time time = new Time();
    private final Service service = new Service();
    private final Deque<Runnable> background = new ArrayDeque<>();

    /// A clock that is set.
    private static final class Time extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration some) {
            now = now.plus(some);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /// Answers what it was told, in that order, and its last answer for ever.
    private static final class Service implements Directory {

        private final List<Lookup> asked = new ArrayList<>();
        private Deque<Supplier<List<Endpoint>>> answers = new ArrayDeque<>(List.of(() -> endpoints(10, FIRST)));

        void answers(Supplier<List<Endpoint>> always) {
            answers = new ArrayDeque<>(List.of(always));
        }

        void answers(Supplier<List<Endpoint>> once, Supplier<List<Endpoint>> afterwards) {
            answers = new ArrayDeque<>(List.of(once, afterwards));
        }

        @Override
        public List<Endpoint> describe(Lookup lookup, String accessKey) {
            asked.add(lookup);
            return (answers.size() > 1 ? answers.removeFirst() : answers.getFirst()).get();
        }
    }

    private static List<Endpoint> endpoints(int minutes, URI... addresses) {
        return Arrays.stream(addresses)
                .map(address -> new Endpoint(address, Duration.ofMinutes(minutes)))
                .toList();
    }

    private static List<Endpoint> unreachable() {
        throw new UncheckedIOException(new IOException("nobody there"));
    }

    private static List<Endpoint> refuses() {
        throw new IllegalStateException("AccessDenied");
    }

    private EndpointDiscovery client(DiscoveryMode mode) {
        return client(new DiscoverySettings(mode, true, STANDARD, Optional.empty()), new EndpointCache());
    }

    private EndpointDiscovery client(DiscoverySettings settings, EndpointCache cache) {
        return new EndpointDiscovery(TRAITS, settings, cache, service, time, background::add);
    }

    private static Call get(String id) {
        return call("GetObject", "key", Map.of("Id", id, "Part", "p"));
    }

    private static Call list() {
        return call("ListObjects", "key", Map.of("Prefix", "p"));
    }

    private static Call call(String operation, String key, Map<String, String> input) {
        return new Call(ShapeId.fromParts("foo", operation), key, name -> Optional.ofNullable(input.get(name)));
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.removeFirst().run();
        }
    }

    private static Chosen discovered(URI endpoint) {
        return new Chosen(endpoint, true);
    }

    private static final Chosen AT_THE_STANDARD = new Chosen(STANDARD, false);

    @Nested
    class AnOperationThatNeedsItsEndpoint {

        private final EndpointDiscovery client = client(DiscoveryMode.AUTO);

        @Test
        void waitsForTheFirstOfThem() {
            service.answers(() -> endpoints(10, FIRST, SECOND));

            assertThat(client.choose(get("a"))).isEqualTo(discovered(FIRST));
        }

        @Test
        void tellsWhichOperationAndWhichThing() {
            client.choose(get("a"));

            assertThat(service.asked)
                    .containsExactly(new Lookup(Optional.of("GetObject"), Optional.of(Map.of("Id", "a"))));
            assertThat(service.asked.getFirst().input().toString())
                    .isEqualTo("{\"Operation\":\"GetObject\",\"Identifiers\":{\"Id\":\"a\"}}");
        }

        @Test
        void asksOnceForTheSameThing() {
            client.choose(get("a"));
            client.choose(get("a"));
            client.choose(get("b"));

            assertThat(service.asked).hasSize(2);
        }

        @Test
        void asksForEachKeyOfItsOwn() {
            client.choose(call("GetObject", "one", Map.of("Id", "a")));
            client.choose(call("GetObject", "two", Map.of("Id", "a")));

            assertThat(service.asked).hasSize(2);
        }

        @Test
        void failsIfNobodyAnswersAndAsksAgainAtOnce() {
            service.answers(EndpointDiscoveryTest::unreachable);

            assertThatThrownBy(() -> client.choose(get("a")))
                    .isInstanceOf(DiscoveryException.class)
                    .hasMessageContaining("GetObject");
            assertThatThrownBy(() -> client.choose(get("a"))).isInstanceOf(DiscoveryException.class);
            assertThat(service.asked).hasSize(2);
        }

        @Test
        void failsIfThereIsNoEndpoint() {
            service.answers(List::of);

            assertThatThrownBy(() -> client.choose(get("a"))).isInstanceOf(DiscoveryException.class);
        }

        @Test
        void failsBeforeAnythingIsSentIfDiscoveryIsDisabled() {
            EndpointDiscovery disabled = client(DiscoveryMode.DISABLED);

            assertThatThrownBy(() -> disabled.choose(get("a")))
                    .isInstanceOf(DiscoveryException.class)
                    .hasMessageContaining("disabled");
            assertThat(service.asked).isEmpty();
        }

        @Test
        void asksOnceHoweverManyWait() throws Exception {
            CountDownLatch asked = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            AtomicInteger questions = new AtomicInteger();
            Directory slow = (_, _) -> {
                questions.incrementAndGet();
                asked.countDown();
                await(go);
                return endpoints(10, FIRST);
            };
            EndpointDiscovery shared = new EndpointDiscovery(
                    TRAITS, DiscoverySettings.of(STANDARD), new EndpointCache(), slow, time, Runnable::run);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Chosen>> calls = Stream.generate(() -> threads.submit(() -> shared.choose(get("a"))))
                        .limit(8)
                        .toList();
                asked.await();
                go.countDown();
                for (Future<Chosen> call : calls) {
                    assertThat(call.get()).isEqualTo(discovered(FIRST));
                }
            }
            assertThat(questions).hasValue(1);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    @Nested
    class AnOperationThatDoesNot {

        private final EndpointDiscovery client = client(DiscoveryMode.AUTO);

        @Test
        void goesToTheStandardEndpointMeanwhile() {
            assertThat(client.choose(list())).isEqualTo(AT_THE_STANDARD);
            assertThat(service.asked).isEmpty();

            runBackground();

            assertThat(client.choose(list())).isEqualTo(discovered(FIRST));
            assertThat(service.asked).hasSize(1);
        }

        @Test
        void asksOnceHoweverManyCallsThereAreMeanwhile() {
            client.choose(list());
            client.choose(list());
            runBackground();

            assertThat(service.asked).hasSize(1);
        }

        @Test
        void asksAgainAMinuteAfterAFailure() {
            service.answers(EndpointDiscoveryTest::refuses, () -> endpoints(10, FIRST));
            client.choose(list());
            runBackground();
            client.choose(list());
            assertThat(background).isEmpty();

            time.pass(Duration.ofMinutes(1));

            assertThat(client.choose(list())).isEqualTo(AT_THE_STANDARD);
            runBackground();
            assertThat(client.choose(list())).isEqualTo(discovered(FIRST));
        }

        @Test
        void waitsIfDiscoveryIsEnabled() {
            assertThat(client(DiscoveryMode.ENABLED).choose(list())).isEqualTo(discovered(FIRST));
        }

        @Test
        void goesToTheStandardEndpointIfNobodyAnswers() {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(EndpointDiscoveryTest::unreachable, () -> endpoints(10, FIRST));

            assertThat(enabled.choose(list())).isEqualTo(AT_THE_STANDARD);
            assertThat(enabled.choose(list())).isEqualTo(AT_THE_STANDARD);
            assertThat(service.asked).hasSize(1);
            time.pass(Duration.ofSeconds(100));
            assertThat(enabled.choose(list())).isEqualTo(discovered(FIRST));
        }

        @Test
        void hearsWhatTheServiceHasAgainstIt() {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(EndpointDiscoveryTest::refuses);

            assertThatThrownBy(() -> enabled.choose(list())).hasMessage("AccessDenied");
        }
    }

    @Nested
    class AnEndpointThatIsKnown {

        private final EndpointDiscovery client = client(DiscoveryMode.AUTO);

        @Test
        void isAskedForAgainBeforeItExpiresWhileCallsGoOn() {
            service.answers(() -> endpoints(10, FIRST), () -> endpoints(10, SECOND));
            client.choose(get("a"));
            time.pass(Duration.ofMinutes(8));

            assertThat(client.choose(get("a"))).isEqualTo(discovered(FIRST));
            runBackground();
            assertThat(client.choose(get("a"))).isEqualTo(discovered(SECOND));
        }

        @Test
        void isLeftAloneBefore() {
            client.choose(get("a"));
            time.pass(Duration.ofMinutes(8).minusSeconds(1));
            client.choose(get("a"));

            assertThat(background).isEmpty();
        }

        @Test
        void isAskedForAgainOnceItHasExpired() {
            service.answers(() -> endpoints(2, FIRST), () -> endpoints(2, SECOND));
            client.choose(get("a"));
            time.pass(Duration.ofMinutes(2));

            assertThat(client.choose(get("a"))).isEqualTo(discovered(SECOND));
        }

        @Test
        void givesWayToTheNextThatHasNotExpired() {
            service.answers(() ->
                    List.of(new Endpoint(FIRST, Duration.ofMinutes(1)), new Endpoint(SECOND, Duration.ofMinutes(9))));
            client.choose(get("a"));
            time.pass(Duration.ofMinutes(1));

            assertThat(client.choose(get("a"))).isEqualTo(discovered(SECOND));
        }

        @ParameterizedTest
        @ValueSource(strings = {"GetObject", "ListObjects"})
        void isUsedOnIfNobodyAnswers(String operation) {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(() -> endpoints(1, FIRST), EndpointDiscoveryTest::unreachable);
            Call call = call(operation, "key", Map.of("Id", "a"));
            enabled.choose(call);
            time.pass(Duration.ofMinutes(2));

            assertThat(enabled.choose(call)).isEqualTo(discovered(FIRST));
            assertThat(enabled.choose(call)).isEqualTo(discovered(FIRST));
            assertThat(service.asked).hasSize(2);
        }

        @Test
        void isUsedOnInTheBackgroundToo() {
            service.answers(() -> endpoints(1, FIRST), EndpointDiscoveryTest::refuses);
            client.choose(list());
            runBackground();
            time.pass(Duration.ofMinutes(2));

            assertThat(client.choose(list())).isEqualTo(AT_THE_STANDARD);
            runBackground();
            assertThat(client.choose(list())).isEqualTo(discovered(FIRST));
        }
    }

    @Nested
    class AnEndpointThatIsOneNoLonger {

        private final EndpointDiscovery client = client(DiscoveryMode.AUTO);
        private final List<URI> called = new ArrayList<>();

        private String attempt(URI endpoint) {
            called.add(endpoint);
            return endpoint.equals(FIRST) ? "InvalidEndpointError" : "fine";
        }

        private String call(Call call) {
            return client.call(call, this::attempt, answer -> TRAITS.saysInvalid(200, Optional.of(answer)));
        }

        @Test
        void isGivenUpAndTheCallMadeOnceMore() {
            service.answers(() -> endpoints(10, FIRST), () -> endpoints(10, SECOND));

            assertThat(call(get("a"))).isEqualTo("fine");
            assertThat(called).containsExactly(FIRST, SECOND);
            assertThat(service.asked).hasSize(2);
        }

        @Test
        void givesWayToTheOthersThatCameWithIt() {
            service.answers(() -> endpoints(10, FIRST, SECOND));

            assertThat(call(get("a"))).isEqualTo("fine");
            assertThat(service.asked).hasSize(1);
        }

        @Test
        void isTriedOnceMoreAndNoOftener() {
            assertThat(call(get("a"))).isEqualTo("InvalidEndpointError");
            assertThat(called).containsExactly(FIRST, FIRST);
        }

        @Test
        void isNotUsedOnIfNobodyAnswers() {
            service.answers(() -> endpoints(10, FIRST), EndpointDiscoveryTest::unreachable);

            assertThatThrownBy(() -> call(get("a"))).isInstanceOf(DiscoveryException.class);
        }

        @Test
        void isNoneThatWasDiscoveredIfItIsTheStandardOne() {
            EndpointDiscovery at = client(
                    new DiscoverySettings(DiscoveryMode.AUTO, true, FIRST, Optional.empty()), new EndpointCache());

            assertThat(at.call(list(), this::attempt, answer -> TRAITS.saysInvalid(421, Optional.of(answer))))
                    .isEqualTo("InvalidEndpointError");
            assertThat(called).containsExactly(FIRST);
        }

        @Test
        void isToldByTheDeclaredErrorOrByTheStatus() {
            assertThat(TRAITS.saysInvalid(400, Optional.of("foo#InvalidEndpointError")))
                    .isTrue();
            assertThat(TRAITS.saysInvalid(421, Optional.empty())).isTrue();
            assertThat(TRAITS.saysInvalid(400, Optional.of("Other"))).isFalse();
            assertThat(TRAITS.saysInvalid(400, Optional.empty())).isFalse();
        }
    }

    @Nested
    class TheCache {

        private final DiscoverySettings settings = DiscoverySettings.of(STANDARD);

        @Test
        void givesUpWhatWasLongestUnused() {
            EndpointDiscovery client = client(settings, new EndpointCache(2));
            client.choose(get("a"));
            client.choose(get("b"));
            client.choose(get("a"));
            client.choose(get("c"));
            assertThat(service.asked).hasSize(3);

            client.choose(get("a"));
            assertThat(service.asked).hasSize(3);
            client.choose(get("b"));
            assertThat(service.asked).hasSize(4);
        }

        @Test
        void hasAThousandEntries() {
            EndpointCache cache = new EndpointCache();
            EndpointDiscovery client = client(settings, cache);
            for (int i = 0; i < 1001; i++) {
                client.choose(get("thing-" + i));
            }

            assertThat(cache.size()).isEqualTo(EndpointCache.STANDARD_SIZE);
        }

        @Test
        void mayBeOneOfAllClients() {
            EndpointCache cache = new EndpointCache();
            client(settings, cache).choose(get("a"));
            client(settings, cache).choose(get("a"));
            assertThat(service.asked).hasSize(1);

            client(DiscoverySettings.of(URI.create("https://elsewhere.example.com")), cache)
                    .choose(get("a"));
            assertThat(service.asked).hasSize(2);
        }

        @Test
        void hasAtLeastOneEntry() {
            assertThatThrownBy(() -> new EndpointCache(0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anOperationWithoutTheTraitGoesToTheStandardEndpoint() {
        assertThat(client(DiscoveryMode.ENABLED).choose(call("Ping", "key", Map.of())))
                .isEqualTo(AT_THE_STANDARD);
        assertThat(service.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "one.example.com, https://one.example.com",
        "http://one.example.com:8080/x, http://one.example.com:8080/x",
        "one.example.com:8443, https://one.example.com:8443"
    })
    void anAddressIsOneOfHttpsWhereItDoesNotSay(String address, String expected) {
        JsonNode output = JsonMapper.shared()
                .readTree("{\"Endpoints\":[{\"Address\":\"%s\",\"CachePeriodInMinutes\":2}]}".formatted(address));

        assertThat(Endpoint.all(output)).containsExactly(new Endpoint(URI.create(expected), Duration.ofMinutes(2)));
    }

    @Test
    void whatIsNoAddressIsLeftOut() {
        JsonNode output = JsonMapper.shared()
                .readTree("{\"Endpoints\":[{\"Address\":\"not an address\"},{},{\"Address\":\"b.example.com\"}]}");

        assertThat(Endpoint.all(output))
                .containsExactly(new Endpoint(URI.create("https://b.example.com"), Duration.ofHours(1)));
    }

    @ParameterizedTest
    @CsvSource({"true, ENABLED", "' TRUE ', ENABLED", "false, DISABLED", "Auto, AUTO", ", AUTO"})
    void theModeIsConfigured(String text, DiscoveryMode expected) {
        assertThat(DiscoveryMode.of(Optional.ofNullable(text))).isEqualTo(expected);
    }

    /// The matrix by which clients of AWS are tested. They leave an operation that does not need its endpoint alone
    /// unless discovery is enabled; so do we where `background` is off.
    @Nested
    @EnabledIfSystemProperty(named = "corpus", matches = ".+")
    class AsOtherClients {

        @Test
        void itBehavesInEveryConfiguration() throws IOException {
            JsonNode matrix = JsonMapper.shared()
                    .readTree(Files.readString(Path.of(System.getProperty("corpus", ""))
                            .resolve("smithy/tests/botocore/endpoint-discovery-behaviours.json")))
                    .path("configMatrix");
            assertThat(matrix.size()).isEqualTo(12);
            for (JsonNode row : matrix) {
                for (String enabled : row.path("enabled").asString().split("\\|")) {
                    Call call = row.path("operation").asString().equals("optional") ? list() : get("a");
                    assertThatCode(() -> behaves(row, enabled, call))
                            .as(row.toString())
                            .doesNotThrowAnyException();
                }
            }
        }

        private void behaves(JsonNode row, String enabled, Call call) {
            String expected = row.path("expect").asString();
            Optional<String> text = switch (enabled) {
                case "unset" -> Optional.empty();
                case "any other string" -> Optional.of("maybe");
                default -> Optional.of(" " + enabled.toUpperCase(Locale.ROOT));
            };
            if (expected.startsWith("configuration error")) {
                assertThatThrownBy(() -> DiscoveryMode.of(text)).isInstanceOf(IllegalArgumentException.class);
                return;
            }
            Service asked = new Service();
            if (row.has("response")) {
                asked.answers(EndpointDiscoveryTest::refuses);
            }
            Optional<URI> custom = row.path("customEndpoint").asBoolean() ? Optional.of(SECOND) : Optional.empty();
            EndpointDiscovery client = new EndpointDiscovery(
                    TRAITS,
                    new DiscoverySettings(DiscoveryMode.of(text), false, STANDARD, custom),
                    new EndpointCache(),
                    asked,
                    time,
                    background::add);
            if (expected.startsWith("error before") || expected.startsWith("client error")) {
                assertThatThrownBy(() -> client.choose(call)).isInstanceOf(RuntimeException.class);
                assertThat(asked.asked).hasSize(row.has("response") ? 1 : 0);
                return;
            }
            Chosen chosen = client.choose(call);
            boolean discovers = expected.startsWith("discover ");
            assertThat(asked.asked).hasSize(discovers ? 1 : 0);
            assertThat(background).isEmpty();
            assertThat(chosen.endpoint()).isEqualTo(discovers ? FIRST : custom.orElse(STANDARD));
        }
    }
}
