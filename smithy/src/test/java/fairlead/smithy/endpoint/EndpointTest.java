package fairlead.smithy.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a client reads: answers of the operation that knows the endpoints, and its configuration.
class EndpointTest {

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
}
