package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// Whatever bit of a signed request is flipped, it is refused.
class ChangedRequestsTest {

    private static final Instant TIME = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BODY = "{\"TypeName\":\"Initech::TPS::Report\",\"Identifier\":\"a|b\"}";

    /// All that is signed, without the spaces and line ends that only keep the parts apart.
    private static final String SIGNED = SignedExample.post(TIME, BODY);

    @Property(tries = 3000)
    void isRefused(@ForAll @IntRange(min = 0, max = 4000) int position, @ForAll @IntRange(min = 0, max = 7) int bit) {
        byte[] octets = SIGNED.getBytes(StandardCharsets.US_ASCII);
        int place = position % octets.length;
        octets[place] ^= (byte) (1 << bit);
        String changed = new String(octets, StandardCharsets.ISO_8859_1);
        if (means(changed).equals(means(SIGNED))) {
            return;
        }
        SignedText request = new SignedText("cloudcontrolapi", TIME, SignedText.credentials(""), changed);

        assertThatThrownBy(request::verify).isInstanceOf(ProblemException.class);
    }

    /// What HTTP makes of the text: the case of header names means nothing, nor do spaces around values and the
    /// version of the protocol.
    private static String means(String text) {
        int end = text.indexOf("\n\n");
        if (end < 0) {
            return text;
        }
        StringBuilder meaning = new StringBuilder();
        for (String line : text.substring(0, end).split("\n", -1)) {
            int colon = line.indexOf(':');
            meaning.append(
                            colon > 0
                                    ? line.substring(0, colon).toLowerCase(Locale.ROOT) + ":"
                                            + line.substring(colon + 1).strip()
                                    : line.substring(0, Math.max(0, line.lastIndexOf(' '))))
                    .append('\n');
        }
        return meaning.append(text.substring(end)).toString();
    }
}
