package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.ProblemException;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The requests of the public "AWS Signature Version 4 test suite" (`vectors.json`), signed in the header and in the
/// query.
class VectorsTest {

    static Stream<JsonNode> vectors() {
        return JsonMapper.shared()
                .readTree(Objects.requireNonNull(VectorsTest.class.getResourceAsStream("vectors.json")))
                .valueStream();
    }

    private static SignedText text(JsonNode vector) {
        String token = vector.path("sessionToken").asString("");
        return new SignedText(
                vector.path("service").stringValue(),
                Instant.parse(vector.path("time").stringValue()),
                SignedText.credentials(token.isEmpty() ? "" : ", \"sessionToken\": \"" + token + "\""),
                vector.path("request").stringValue());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void areVerified(JsonNode vector) {
        Signed signed = text(vector).verify();

        assertThat(signed.account().number()).isEqualTo("111122223333");
        assertThat(signed.caller().principal().name()).isEqualTo("alice");
        assertThat(signed.region()).isEqualTo(vector.path("region").stringValue());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void areRefusedWithAnotherMethod(JsonNode vector) {
        SignedText request = text(vector);

        assertThatThrownBy(request.with(
                        "PATCH" + request.text().substring(request.text().indexOf(' ')))::verify)
                .isInstanceOf(ProblemException.class);
    }
}
