package fairlead.server.access.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import fairlead.handler.testing.SettableClock;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authenticator;
import fairlead.server.access.Finding;
import fairlead.server.access.Identity;
import fairlead.server.access.Plane;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Rules;
import fairlead.server.access.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrontTokensTest {

    private static final FrontTokens.Passed PASSED =
            new FrontTokens.Passed("https://fairlead.test", "fairlead.test", "192.0.2.7");

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-01T00:00:00Z"));
    private FrontTokens front;
    private FrontTokens cell;

    @BeforeEach
    void read() throws IOException {
        front = FrontTokens.read(file("k".repeat(40) + "\n"), clock);
        cell = FrontTokens.read(file("k".repeat(40)), clock);
    }

    private Path file(String key) throws IOException {
        return Files.writeString(folder.resolve("cell.key"), key);
    }

    private Identity identity(FrontTokens tokens, String method, String target, String authorization) {
        Authenticator others = _ -> Identity.UNKNOWN;
        return new FrontAuthenticator(tokens, others)
                .identify(new PresentedCredentials(
                        Optional.of(authorization), Optional.empty(), "http://cell", method, target));
    }

    @Test
    void aFrontIsKnownByATokenForItsRequestAlone() {
        String token = front.own("GET", "/fairlead/cell?a=1");
        assertThat(identity(cell, "GET", "/fairlead/cell?a=1", token)).isInstanceOf(Identity.Known.class);
        assertThat(identity(cell, "PUT", "/fairlead/cell?a=1", token)).isInstanceOf(Identity.Refused.class);
        assertThat(identity(cell, "GET", "/fairlead/cell?a=2", token)).isInstanceOf(Identity.Refused.class);
        assertThat(identity(cell, "GET", "/fairlead/cell?a=1", token + "x")).isInstanceOf(Identity.Refused.class);
        assertThat(identity(cell, "GET", "/fairlead/cell?a=1", "Bearer x")).isEqualTo(Identity.UNKNOWN);
    }

    @Test
    void aTokenIsGoodForThirtySeconds() {
        String token = front.own("GET", "/x");
        clock.advance(Duration.ofSeconds(30));
        assertThat(identity(cell, "GET", "/x", token)).isInstanceOf(Identity.Known.class);
        clock.advance(Duration.ofMillis(1));
        assertThat(identity(cell, "GET", "/x", token)).isInstanceOf(Identity.Refused.class);
        clock.advance(Duration.ofMinutes(-2));
        assertThat(identity(cell, "GET", "/x", token)).isInstanceOf(Identity.Refused.class);
    }

    @Test
    void anotherKeyMakesNoToken() throws IOException {
        FrontTokens other = FrontTokens.read(file("o".repeat(40)), clock);
        assertThat(identity(cell, "GET", "/x", other.own("GET", "/x"))).isInstanceOf(Identity.Refused.class);
        assertThat(cell.passed("GET", "/x", other.passing("GET", "/x", PASSED))).isEmpty();
    }

    @Test
    void whatIsPassedOnSaysWhichAddressWasUsedAndNeverWhoAsks() {
        String token = front.passing("GET", "/x", PASSED);
        assertThat(cell.passed("GET", "/x", token)).contains(PASSED);
        assertThat(cell.passed("GET", "/x", token.replace("192.0.2.7", "192.0.2.8")))
                .isEmpty();
        assertThat(cell.passed("GET", "/y", token)).isEmpty();
        assertThat(cell.passed("GET", "/x", "1.x")).isEmpty();
        String alone = token.substring(0, token.indexOf(' '));
        assertThat(identity(cell, "GET", "/x", "Fairlead-Front " + alone)).isInstanceOf(Identity.Refused.class);
    }

    @Test
    void theKeyIsLongAndKeptFromOthers() throws IOException {
        Path open = file("k".repeat(40));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        FrontTokens.read(open, clock);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
                .isEqualTo("rw-------");
        Path shorter = file("k".repeat(31));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrontTokens.read(shorter, clock))
                .withMessageContaining("31 characters, expected at least 32");
    }

    @Test
    void aFrontReadsAndKeepsTheCellsAlikeAndDoesNothingElse() {
        Rules rules = new FrontRules(Rules.OPEN);
        Subject subject = Subject.of(FrontTokens.FRONT.id());
        for (String allowed : new String[] {
            "Fairlead.Control/cells/write",
            "Fairlead.Lab/things/read",
            "Microsoft.Resources/subscriptions/resourceGroups/delete"
        }) {
            assertThat(find(rules, subject, Action.of(allowed))).as(allowed).isInstanceOf(Finding.Allowed.class);
        }
        for (String refused : new String[] {
            "Fairlead.Lab/things/write",
            "Fairlead.Lab/things/delete",
            "Microsoft.Authorization/roleAssignments/write",
            "Fairlead.Control/types/write"
        }) {
            assertThat(find(rules, subject, Action.of(refused))).as(refused).isInstanceOf(Finding.NotAllowed.class);
        }
        assertThat(find(rules, subject, Action.of("Fairlead.Lab/things/read").on(Plane.DATA)))
                .isInstanceOf(Finding.NotAllowed.class);
    }

    private static Finding find(Rules rules, Subject subject, Action action) {
        return rules.find(subject, action, AccessScope.ROOT, RequestAttributes.NONE);
    }
}
