package fairlead.server.access.identity;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authenticator;
import fairlead.server.access.Caller;
import fairlead.server.access.Identity;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.Principal;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.http.Tls;
import fairlead.server.problem.Problem;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Callers that show a certificate for `localhost`, as time goes by.
class CertificateAuthenticatorTest {

    private static final String URL = "https://fairlead.example";
    private static final Authenticator OTHERS = _ -> Identity.UNKNOWN;

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.atNoon();
    private final Caller administrator = new Caller(Principal.DEVELOPER, "r", "c", Optional.empty(), "");
    private Database database;
    private Directory directory;
    private CertificateAuthenticator authenticator;
    private X509Certificate certificate;
    private DirectoryObject principal;

    @BeforeEach
    void begin() throws Exception {
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, clock);
        CurrentRules rules = new CurrentRules(database, clock);
        directory = new Directory(
                database,
                new RuleChanges(database, rules),
                new AuditTrail(),
                clock,
                UUID::randomUUID,
                () -> new byte[32]);
        authenticator = new CertificateAuthenticator(directory, rules, clock, OTHERS);
        Tls shown = Tls.selfSigned(folder, clock);
        try (InputStream pem = Files.newInputStream(shown.certificate())) {
            certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
        principal = directory.create(administrator, DirectoryObject.Kind.SERVICE, "payments");
    }

    @AfterEach
    void end() {
        database.close();
    }

    private Identity identified() {
        return authenticator.identify(new PresentedCredentials(Optional.empty(), Optional.of(certificate), URL));
    }

    @Test
    void areKnownUntilTheCredentialEndsThoughNothingElseChanges() {
        directory.addCertificateName(administrator, principal.id(), Duration.ofDays(2), "DNS:localhost");
        assertThat(identified()).isInstanceOf(Identity.Known.class);

        clock.advance(Duration.ofDays(1));
        assertThat(identified()).isInstanceOf(Identity.Known.class);

        clock.advance(Duration.ofDays(1));
        assertThat(identified()).isInstanceOf(Identity.Refused.class);
    }

    @Test
    void areKnownUntilTheCertificateEnds() {
        clock.advance(Duration.ofDays(1));
        directory.addCertificateName(administrator, principal.id(), Duration.ofDays(365), "DNS:localhost");
        clock.set(certificate.getNotAfter().toInstant().minusSeconds(1));
        assertThat(identified()).isInstanceOf(Identity.Known.class);

        clock.advance(Duration.ofSeconds(1));
        assertThat(identified()).isInstanceOf(Identity.Refused.class);
    }

    @Test
    void areNotKnownByNamesOfTwoPrincipals() {
        DirectoryObject other = directory.create(administrator, DirectoryObject.Kind.SERVICE, "other");
        directory.addCertificateName(administrator, principal.id(), Duration.ofDays(2), "DNS:localhost");
        directory.addCertificateName(administrator, other.id(), Duration.ofDays(2), "DN:CN=localhost");

        assertThat(identified()).isInstanceOf(Identity.Refused.class);
    }

    @Test
    void areToldHowElseToSignIn() {
        assertThat(identified())
                .isInstanceOfSatisfying(
                        Identity.Refused.class,
                        refused -> assertThat(refused.problem())
                                .isInstanceOfSatisfying(
                                        Problem.Unauthenticated.class,
                                        problem -> assertThat(problem.challenge())
                                                .isEqualTo("Bearer authorization_uri=\"" + URL + "/adfs\"")));
    }

    @Test
    void withoutACertificateAreKnownByAnother() {
        PresentedCredentials none = new PresentedCredentials(Optional.empty(), Optional.empty(), URL);

        assertThat(authenticator.identify(none)).isEqualTo(Identity.UNKNOWN);
    }
}
