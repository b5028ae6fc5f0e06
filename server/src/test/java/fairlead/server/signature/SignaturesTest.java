package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What else a signature has to be.
class SignaturesTest {

    private static final Instant TIME = Instant.parse("2026-11-21T12:00:00Z");
    private static final String REQUEST = SignedExample.post(TIME, "{}");

    private static SignedText at(Instant now) {
        return new SignedText("cloudcontrolapi", now, SignedText.credentials(""), REQUEST);
    }

    @Test
    void isOfTheServiceThatIsAsked() {
        assertFlaw(new SignedText("sts", TIME, SignedText.credentials(""), REQUEST), SignatureFlaw.MISMATCH);
    }

    @Test
    void isOfAKeyThatIsKnown() {
        assertFlaw(at(TIME).with(REQUEST.replace("AKIDEXAMPLE", "AKIDNOBODY")), SignatureFlaw.UNKNOWN_KEY);
    }

    @Test
    void isThere() {
        assertFlaw(at(TIME).with(REQUEST.replaceAll("Authorization:[^\n]*\n", "")), SignatureFlaw.MISSING);
    }

    @Test
    void isWhole() {
        assertFlaw(at(TIME).with(REQUEST.replace("SignedHeaders=", "Headers=")), SignatureFlaw.INCOMPLETE);
    }

    @Test
    void coversEveryHeaderOfTheProtocol() {
        assertFlaw(
                at(TIME).with(REQUEST.replace("X-Amz-Target:", "X-Amz-Meta:1\nX-Amz-Target:")), SignatureFlaw.MISMATCH);
    }

    @Nested
    class ItsTime {

        @Test
        void mayDifferByFiveMinutes() {
            assertThat(at(TIME.plus(Duration.ofMinutes(5))).verify().region()).isEqualTo("eu-west-1");
            assertThat(at(TIME.minus(Duration.ofMinutes(5))).verify().region()).isEqualTo("eu-west-1");
        }

        @Test
        void mayDifferByNoMore() {
            assertFlaw(at(TIME.plus(Duration.ofSeconds(301))), SignatureFlaw.SKEWED);
            assertFlaw(at(TIME.minus(Duration.ofSeconds(301))), SignatureFlaw.SKEWED);
        }
    }

    static void assertFlaw(SignedText request, SignatureFlaw flaw) {
        assertThatThrownBy(request::verify)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem())
                                .isInstanceOfSatisfying(
                                        Problem.SignatureRefused.class,
                                        problem -> assertThat(problem.flaw()).isEqualTo(flaw)));
    }
}
