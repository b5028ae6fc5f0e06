package fairlead.smithy.endpoint;

import fairlead.smithy.Models;
import fairlead.smithy.endpoint.EndpointDiscovery.Call;
import fairlead.smithy.endpoint.EndpointDiscovery.Chosen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// A service with endpoints, its clock and its answers.
final class Foo {

    private Foo() {}

    static final URI STANDARD = URI.create("https://foo.example.com");
    static final URI FIRST = URI.create("https://one.foo.example.com");
    static final URI SECOND = URI.create("https://two.foo.example.com");

    static final Model MODEL = Models.parse("foo.smithy", """
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

    static final DiscoveryTraits TRAITS = DiscoveryTraits.of(
                    MODEL, MODEL.expectShape(ShapeId.from("foo#Foo"), ServiceShape.class))
            .orElseThrow();

    /// A clock that is set.
    static final class Time extends Clock {

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
    static final class Service implements Directory {

        final List<Lookup> asked = new ArrayList<>();
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

    static List<Endpoint> endpoints(int minutes, URI... addresses) {
        return Arrays.stream(addresses)
                .map(address -> new Endpoint(address, Duration.ofMinutes(minutes)))
                .toList();
    }

    static final Supplier<List<Endpoint>> UNREACHABLE = () -> {
        throw new UncheckedIOException(new IOException("nobody there"));
    };

    static final Supplier<List<Endpoint>> REFUSES = () -> {
        throw new IllegalStateException("AccessDenied");
    };

    static Call get(String id) {
        return call("GetObject", "key", Map.of("Id", id, "Part", "p"));
    }

    static Call list() {
        return call("ListObjects", "key", Map.of("Prefix", "p"));
    }

    static Call call(String operation, String key, Map<String, String> input) {
        return new Call(ShapeId.fromParts("foo", operation), key, name -> Optional.ofNullable(input.get(name)));
    }

    static Chosen discovered(URI endpoint) {
        return new Chosen(endpoint, true);
    }

    static final Chosen AT_THE_STANDARD = new Chosen(STANDARD, false);
}
