package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenSignaturesTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(5);

    private final Random random = new Random(1);

    private String signature() {
        return "%016x".formatted(random.nextLong()).repeat(4);
    }

    private static void take(SeenSignatures seen, String signature, Optional<Duration> validity, Instant now) {
        SignedMessage message =
                new SignedMessage("DELETE", "/", RawQuery.parse(""), List.of(), _ -> Optional.empty(), new byte[0]);
        SignatureClaim claim = new SignatureClaim(
                "KEY",
                new SignatureClaim.Scope("20261126", "local", "cloudcontrolapi"),
                "host",
                signature,
                "20261126T120000Z",
                NOON,
                validity);
        seen.take(message, claim, NOON.plus(VALID), now);
    }

    private static void assertRepeated(SeenSignatures seen, String signature, Instant now) {
        assertThatThrownBy(() -> take(seen, signature, Optional.empty(), now))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem()).isInstanceOf(Problem.TooManyRequests.class));
    }

    @Test
    void areKnownToTheEndOfTheirValidity() {
        SeenSignatures seen = new SeenSignatures(100_000);
        List<String> signatures =
                random.ints(10_000).mapToObj(_ -> signature()).distinct().toList();
        signatures.forEach(one -> take(seen, one, Optional.empty(), NOON));

        signatures.forEach(one -> assertRepeated(seen, one, NOON.plus(VALID)));
    }

    @Test
    void makeRoomOnceTheyAreNotValidAnyMore() {
        SeenSignatures seen = new SeenSignatures(2);
        take(seen, signature(), Optional.empty(), NOON);
        take(seen, signature(), Optional.empty(), NOON);

        assertThatThrownBy(() -> take(seen, signature(), Optional.empty(), NOON))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem()).isInstanceOf(Problem.TooManyRequests.class));
        take(seen, signature(), Optional.empty(), NOON.plus(VALID).plusSeconds(60));
    }

    @Test
    void ofPresignedAddressesAreNotKept() {
        SeenSignatures seen = new SeenSignatures(10);
        String signature = signature();
        take(seen, signature, Optional.of(VALID), NOON);
        take(seen, signature, Optional.of(VALID), NOON);
    }
}
