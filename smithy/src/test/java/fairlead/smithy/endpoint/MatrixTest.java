package fairlead.smithy.endpoint;

import static fairlead.smithy.endpoint.Foo.FIRST;
import static fairlead.smithy.endpoint.Foo.REFUSES;
import static fairlead.smithy.endpoint.Foo.SECOND;
import static fairlead.smithy.endpoint.Foo.STANDARD;
import static fairlead.smithy.endpoint.Foo.TRAITS;
import static fairlead.smithy.endpoint.Foo.get;
import static fairlead.smithy.endpoint.Foo.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.endpoint.EndpointDiscovery.Call;
import fairlead.smithy.endpoint.EndpointDiscovery.Chosen;
import fairlead.smithy.endpoint.Foo.Service;
import fairlead.smithy.endpoint.Foo.Time;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The matrix by which clients of AWS are tested. They leave an operation that does not need its endpoint alone unless
/// discovery is enabled; so do we where `background` is off.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class MatrixTest {

    private final Deque<Runnable> background = new ArrayDeque<>();

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
            asked.answers(REFUSES);
        }
        Optional<URI> custom = row.path("customEndpoint").asBoolean() ? Optional.of(SECOND) : Optional.empty();
        EndpointDiscovery client = new EndpointDiscovery(
                TRAITS,
                new DiscoverySettings(DiscoveryMode.of(text), false, STANDARD, custom),
                new EndpointCache(),
                asked,
                new Time(),
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
