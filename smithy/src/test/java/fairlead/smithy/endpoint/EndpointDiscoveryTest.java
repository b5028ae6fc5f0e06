package fairlead.smithy.endpoint;

import static fairlead.smithy.endpoint.Foo.AT_THE_STANDARD;
import static fairlead.smithy.endpoint.Foo.FIRST;
import static fairlead.smithy.endpoint.Foo.REFUSES;
import static fairlead.smithy.endpoint.Foo.SECOND;
import static fairlead.smithy.endpoint.Foo.STANDARD;
import static fairlead.smithy.endpoint.Foo.TRAITS;
import static fairlead.smithy.endpoint.Foo.UNREACHABLE;
import static fairlead.smithy.endpoint.Foo.call;
import static fairlead.smithy.endpoint.Foo.discovered;
import static fairlead.smithy.endpoint.Foo.endpoints;
import static fairlead.smithy.endpoint.Foo.get;
import static fairlead.smithy.endpoint.Foo.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.endpoint.EndpointDiscovery.Call;
import fairlead.smithy.endpoint.EndpointDiscovery.Chosen;
import fairlead.smithy.endpoint.Foo.Service;
import fairlead.smithy.endpoint.Foo.Time;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How a client finds the endpoint of a call: time stands still but for what a test lets pass, and nothing happens in
/// the background before a test says so.
class EndpointDiscoveryTest {

    private final Time time = new Time();
    private final Service service = new Service();
    private final Deque<Runnable> background = new ArrayDeque<>();

    private EndpointDiscovery client(DiscoveryMode mode) {
        return client(new DiscoverySettings(mode, true, STANDARD, Optional.empty()), new EndpointCache());
    }

    private EndpointDiscovery client(DiscoverySettings settings, EndpointCache cache) {
        return new EndpointDiscovery(TRAITS, settings, cache, service, time, background::add);
    }

    private void runBackground() {
        while (!background.isEmpty()) {
            background.removeFirst().run();
        }
    }

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
        void failsIfNoEndpointAnswersAndAsksAgainAtOnce() {
            service.answers(UNREACHABLE);

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
            service.answers(REFUSES, () -> endpoints(10, FIRST));
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
        void goesToTheStandardEndpointIfNoneAnswers() {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(UNREACHABLE, () -> endpoints(10, FIRST));

            assertThat(enabled.choose(list())).isEqualTo(AT_THE_STANDARD);
            assertThat(enabled.choose(list())).isEqualTo(AT_THE_STANDARD);
            assertThat(service.asked).hasSize(1);
            time.pass(Duration.ofSeconds(100));
            assertThat(enabled.choose(list())).isEqualTo(discovered(FIRST));
        }

        @Test
        void hearsWhatTheServiceHasAgainstIt() {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(REFUSES);

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
        void isUsedOnIfNoEndpointAnswers(String operation) {
            EndpointDiscovery enabled = client(DiscoveryMode.ENABLED);
            service.answers(() -> endpoints(1, FIRST), UNREACHABLE);
            Call call = call(operation, "key", Map.of("Id", "a"));
            enabled.choose(call);
            time.pass(Duration.ofMinutes(2));

            assertThat(enabled.choose(call)).isEqualTo(discovered(FIRST));
            assertThat(enabled.choose(call)).isEqualTo(discovered(FIRST));
            assertThat(service.asked).hasSize(2);
        }

        @Test
        void isUsedOnInTheBackgroundToo() {
            service.answers(() -> endpoints(1, FIRST), REFUSES);
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
        void isNotUsedOnIfNoEndpointAnswers() {
            service.answers(() -> endpoints(10, FIRST), UNREACHABLE);

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
}
