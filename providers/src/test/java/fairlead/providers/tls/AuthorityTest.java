package fairlead.providers.tls;

import static fairlead.providers.tls.Fixture.authority;
import static fairlead.providers.tls.Fixture.authorityId;
import static fairlead.providers.tls.Fixture.done;
import static fairlead.providers.tls.Fixture.failed;
import static fairlead.providers.tls.Fixture.json;
import static fairlead.providers.tls.Fixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class AuthorityTest {

    @TempDir
    Path folder;

    Fixture tls;

    @BeforeEach
    void open() {
        tls = new Fixture(folder);
    }

    @Nested
    class ANewAuthority {

        @Test
        void hasARootCertificateThatOpensslTrusts() {
            ObjectNode model = tls.newAuthority("root");
            String pem = text(model, "CertificatePem");
            assertThat(tls.openssl.verify(pem, pem, tls.clock.instant()).exit()).isZero();
            assertThat(tls.openssl.show(pem))
                    .contains("CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "O = Initech, CN = Initech Root")
                    .contains("Signature Algorithm: ecdsa-with-SHA256");
            assertThat(tls.openssl.succeed("x509", "-noout", "-serial", "-in", tls.openssl.file(pem)))
                    .contains("serial=" + text(model, "SerialNumber"));
        }

        @Test
        void returnsDefaultsAndEverythingAskedFor() {
            ObjectNode model = tls.newAuthority("root");
            assertThat(model.propertyNames())
                    .containsExactlyInAnyOrder(
                            "Name",
                            "Subject",
                            "KeyAlgorithm",
                            "ValidityDays",
                            "Renewal",
                            "CrlValidityDays",
                            "CertificatePem",
                            "CrlPem",
                            "SerialNumber",
                            "NotBefore",
                            "NotAfter",
                            "SubjectKeyIdentifier");
            assertThat(text(model, "NotAfter")).isEqualTo("2036-10-29T12:00:00Z");
            assertThat(tls.readAuthority("root")).isEqualTo(model);
        }

        @Test
        void hasAnEmptyRevocationListFromTheStart() {
            ObjectNode model = tls.newAuthority("root");
            assertThat(tls.openssl.showCrl(text(model, "CrlPem"))).contains("No Revoked Certificates");
        }

        @ParameterizedTest
        @CsvSource({
            "EC_P384, ecdsa-with-SHA384",
            "RSA_2048, sha256WithRSAEncryption",
            "RSA_3072, sha256WithRSAEncryption"
        })
        void signsWithTheKindOfKeyAskedFor(String algorithm, String signature) {
            ObjectNode model = done(tls.authorities.create(authority("root").put("KeyAlgorithm", algorithm)));
            String pem = text(model, "CertificatePem");
            assertThat(tls.openssl.show(pem)).contains("Signature Algorithm: " + signature);
            assertThat(tls.openssl.verify(pem, pem, tls.clock.instant()).exit()).isZero();
        }

        @Test
        void takesNamesThatLookLikeSyntaxLiterally() {
            ObjectNode desired =
                    json("{'Name':'root','Subject':{'CommonName':'#0C, O=Evil \\\\ Ünïcode','Country':'DE'}}");
            String pem = text(done(tls.authorities.create(desired)), "CertificatePem");
            assertThat(tls.openssl.succeed(
                            "x509",
                            "-noout",
                            "-subject",
                            "-nameopt",
                            "utf8,sep_multiline",
                            "-in",
                            tls.openssl.file(pem)))
                    .contains("C=DE", "CN=#0C, O=Evil \\ Ünïcode");
        }

        @Test
        void keepsItsPrivateKeySealedAndToItself() throws IOException {
            tls.newAuthority("root");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tls.keys.resolve("sealing.key"))))
                    .isEqualTo("rw-------");
            try (Stream<Path> files = Files.walk(tls.keys)) {
                List<Path> records = files.filter(Files::isRegularFile).toList();
                for (Path file : records) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------");
                    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .doesNotContain("PRIVATE KEY");
                }
            }
        }
    }

    @Nested
    class ASecondCreate {

        @Test
        void withAnotherTokenIsRefused() {
            tls.newAuthority("root");
            assertThat(failed(tls.authorities.create(authority("root"))).code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void withTheSameTokenReturnsTheSameAuthority() {
            Progress first = tls.authorities.create(authority("root"), "once");
            assertThat(tls.authorities.create(authority("root"), "once")).isEqualTo(first);
        }
    }

    @Nested
    class AnUpdate {

        @Test
        void ofTheRenewalIssuesANewCertificateForTheSameKey() {
            ObjectNode before = tls.newAuthority("root");
            tls.clock.advance(Duration.ofDays(3000));
            ObjectNode after = renewed(before, authority("root").put("Renewal", 1));
            assertThat(text(after, "SerialNumber")).isNotEqualTo(text(before, "SerialNumber"));
            assertThat(text(after, "SubjectKeyIdentifier")).isEqualTo(text(before, "SubjectKeyIdentifier"));
            assertThat(text(after, "NotAfter")).isGreaterThan(text(before, "NotAfter"));
            assertThat(tls.readAuthority("root")).isEqualTo(after);
        }

        @Test
        void thatChangesNothingIssuesNothing() {
            ObjectNode before = tls.newAuthority("root");
            assertThat(renewed(before, authority("root"))).isEqualTo(before);
        }

        @Test
        void ofTheListsValidityMakesANewListOnly() {
            ObjectNode before = tls.newAuthority("root");
            ObjectNode after = renewed(before, authority("root").put("CrlValidityDays", 30));
            assertThat(text(after, "CertificatePem")).isEqualTo(text(before, "CertificatePem"));
            assertThat(tls.openssl.showCrl(text(after, "CrlPem"))).contains("Next Update: Dec  1 12:00:00 2026 GMT");
        }

        @Test
        void ofWhatIsNotThereIsNotFound() {
            assertThat(failed(tls.authorities.update(authorityId("no"), authority("no"), authority("no")))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
        }

        private ObjectNode renewed(ObjectNode before, ObjectNode desired) {
            return done(tls.authorities.update(authorityId("root"), desired, before));
        }
    }

    @Nested
    class TheRevocationList {

        @Test
        void isMadeAnewWhenHalfItsTimeIsOver() {
            ObjectNode before = tls.newAuthority("root");
            tls.clock.advance(Duration.ofDays(3));
            assertThat(tls.readAuthority("root")).isEqualTo(before);
            tls.clock.advance(Duration.ofDays(1));
            String crl = text(tls.readAuthority("root"), "CrlPem");
            assertThat(tls.openssl.showCrl(crl)).contains("Next Update: Nov 12 12:00:00 2026 GMT");
            assertThat(text(tls.readAuthority("root"), "CrlPem")).isEqualTo(crl);
        }
    }

    @Nested
    class ADelete {

        @Test
        void removesTheAuthorityForGood() {
            tls.newAuthority("root");
            assertThat(tls.authorities.delete(authorityId("root"))).isEqualTo(Progress.gone());
            assertThat(failed(tls.authorities.read(authorityId("root"))).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(tls.authorities.delete(authorityId("root"))).code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(tls.authorities.list()).isEmpty();
            tls.newAuthority("root");
        }

        @Test
        void isRefusedWhileThereAreCertificates() {
            tls.newAuthority("root");
            done(tls.certificates.create(tls.withRequest("root", "www")));
            Progress.Failed refused = failed(tls.authorities.delete(authorityId("root")));
            assertThat(refused.code()).isEqualTo(ErrorCode.GENERAL_SERVICE_EXCEPTION);
            assertThat(refused.message()).contains("still has 1 certificates (www)");
        }
    }

    @Nested
    class AList {

        @Test
        void namesEveryAuthorityOnce() {
            List.of("c", "a", "b.1", "b").forEach(tls::newAuthority);
            assertThat(tls.authorities.list())
                    .containsExactly(authorityId("a"), authorityId("b"), authorityId("b.1"), authorityId("c"));
        }
    }

    @Nested
    class ANameThatIsAPath {

        @ParameterizedTest
        @ValueSource(strings = {"..", ".", "", "a/b", "/etc/passwd", "../x", "a\u0000b", "a\n", ".hidden", "a|b"})
        void isRefusedByEveryCall(String name) {
            ObjectNode id = authorityId(name);
            ObjectNode desired = authority("x").put("Name", name);
            assertThat(List.of(
                            failed(tls.authorities.create(desired)).code(),
                            failed(tls.authorities.read(id)).code(),
                            failed(tls.authorities.update(id, desired, desired)).code(),
                            failed(tls.authorities.delete(id)).code()))
                    .containsOnly(ErrorCode.INVALID_REQUEST);
        }
    }

    @Nested
    class ASealingKey {

        @Test
        void thatOthersCanReadIsRefused() throws IOException {
            tls.newAuthority("root");
            Files.setPosixFilePermissions(
                    tls.keys.resolve("sealing.key"), PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(failed(tls.authorities.create(authority("other"))).message())
                    .contains("sealing.key", "0600");
        }

        @Test
        void thatWasReplacedOpensNothing() throws IOException {
            ObjectNode before = tls.newAuthority("root");
            Files.delete(tls.keys.resolve("sealing.key"));
            Progress.Failed refused = failed(tls.authorities.update(
                    authorityId("root"), authority("root").put("Renewal", 1), before));
            assertThat(refused.code()).isEqualTo(ErrorCode.GENERAL_SERVICE_EXCEPTION);
            assertThat(refused.message()).contains("sealed with another sealing key");
        }
    }
}
