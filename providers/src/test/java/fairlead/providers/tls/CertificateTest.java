package fairlead.providers.tls;

import static fairlead.providers.tls.Fixture.authorityId;
import static fairlead.providers.tls.Fixture.certificateId;
import static fairlead.providers.tls.Fixture.done;
import static fairlead.providers.tls.Fixture.failed;
import static fairlead.providers.tls.Fixture.json;
import static fairlead.providers.tls.Fixture.keyless;
import static fairlead.providers.tls.Fixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CertificateTest {

    private static final ObjectNode WWW = certificateId("root", "www");

    @TempDir
    Path folder;

    Fixture tls;
    ObjectNode root;

    @BeforeEach
    void open() {
        tls = new Fixture(folder);
        root = tls.newAuthority("root");
    }

    private boolean trusted(ObjectNode certificate) {
        return tls.openssl
                        .verify(
                                text(tls.readAuthority("root"), "CertificatePem"),
                                text(certificate, "CertificatePem"),
                                tls.clock.instant())
                        .exit()
                == 0;
    }

    private String revocation(ObjectNode certificate) {
        ObjectNode authority = tls.readAuthority("root");
        return tls.openssl
                .verifyNotRevoked(
                        text(authority, "CertificatePem"),
                        text(authority, "CrlPem"),
                        text(certificate, "CertificatePem"),
                        tls.clock.instant())
                .output();
    }

    private String crl() {
        return tls.openssl.showCrl(text(tls.readAuthority("root"), "CrlPem"));
    }

    @Nested
    class ANewCertificate {

        @Test
        void isTrustedByAClientThatTrustsItsAuthority() {
            ObjectNode model = done(tls.certificates.create(tls.withRequest("root", "www")));
            assertThat(trusted(model)).isTrue();
            assertThat(tls.openssl.show(text(model, "CertificatePem")))
                    .contains("DNS:www.initech.test", "TLS Web Server Authentication", "CA:FALSE")
                    .contains("X509v3 Subject Alternative Name: critical")
                    .doesNotContain("Client Authentication", "CN = asked");
        }

        @Test
        void saysWhatItReturns() {
            ObjectNode model = done(tls.certificates.create(tls.withRequest("root", "www")));
            String facts = tls.openssl.succeed(
                    "x509",
                    "-noout",
                    "-serial",
                    "-fingerprint",
                    "-sha256",
                    "-in",
                    tls.openssl.file(text(model, "CertificatePem")));
            assertThat(facts).contains("serial=" + text(model, "SerialNumber"));
            assertThat(facts.replace(":", "")).contains("Fingerprint=" + text(model, "Fingerprint"));
            assertThat(text(model, "ChainPem")).isEqualTo(text(model, "CertificatePem") + text(root, "CertificatePem"));
            assertThat(text(model, "NotAfter")).isEqualTo("2027-01-30T12:00:00Z");
            assertThat(done(tls.certificates.read(WWW))).isEqualTo(model);
        }

        @Test
        void carriesAllThatIsAskedFor() {
            ObjectNode desired = json("""
                {'AuthorityName':'root','Name':'www','Usages':['client','server'],'ValidityDays':7,
                 'Subject':{'CommonName':'www','Country':'US'},
                 'SubjectAlternativeNames':['dns:*.initech.test','ip:192.0.2.7','ip:2001:db8::7']}\
                """);
            ObjectNode model = done(
                    tls.certificates.create(desired.put("SigningRequest", tls.openssl.request(tls.openssl.ecKey()))));
            assertThat(tls.openssl.show(text(model, "CertificatePem")))
                    .contains("DNS:*.initech.test, IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7")
                    .contains("Client Authentication", "Server Authentication", "C = US, CN = www");
            assertThat(text(model, "NotAfter")).isEqualTo("2026-11-08T12:00:00Z");
        }

        @Test
        void pointsToWhereTheAuthorityPublishesItsList() {
            ObjectNode withUrl = Fixture.authority("root").put("CrlUrl", "http://pki.initech.test/root.crl");
            done(tls.authorities.update(authorityId("root"), withUrl, root));
            ObjectNode model = done(tls.certificates.create(tls.withRequest("root", "www")));
            assertThat(tls.openssl.show(text(model, "CertificatePem")))
                    .contains("URI:http://pki.initech.test/root.crl");
        }

        @Test
        void isTheSameForTheSameToken() {
            ObjectNode desired = tls.withRequest("root", "www");
            Progress first = tls.certificates.create(desired, "once");
            assertThat(tls.certificates.create(desired, "once")).isEqualTo(first);
            assertThat(failed(tls.certificates.create(desired, "other")).code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        }

        @Test
        void needsItsAuthority() {
            assertThat(failed(tls.certificates.create(tls.withRequest("missing", "www")))
                            .message())
                    .isEqualTo("there is no authority \"missing\"");
        }

        @Test
        void doesNotOutliveItsAuthority() {
            ObjectNode desired = tls.withRequest("root", "www").put("ValidityDays", 3651);
            assertThat(failed(tls.certificates.create(desired)).message()).contains("ValidityDays can be at most 3650");
        }
    }

    @Nested
    class AKey {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "-algorithm RSA -pkeyopt rsa_keygen_bits:2048",
                    "-algorithm EC -pkeyopt ec_paramgen_curve:P-256",
                    "-algorithm EC -pkeyopt ec_paramgen_curve:P-384",
                    "-algorithm EC -pkeyopt ec_paramgen_curve:P-521",
                    "-algorithm ED25519"
                })
        void isCertifiedFromARequestAndFromItsPrivateHalf(String kind) {
            String key = tls.openssl.key(kind.split(" "));
            ObjectNode byRequest = done(tls.certificates.create(
                    keyless("root", "request").put("SigningRequest", tls.openssl.request(key))));
            ObjectNode byKey =
                    done(tls.certificates.create(keyless("root", "key").put("PrivateKey", key)));
            for (ObjectNode model : List.of(byRequest, byKey)) {
                assertThat(tls.openssl.publicKeyOf(text(model, "CertificatePem")))
                        .isEqualTo(tls.openssl.publicKey(key));
                assertThat(trusted(model)).isTrue();
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"ecparam -name prime256v1 -genkey", "genrsa -traditional 2048"})
        void isReadInTheOlderFormsToo(String command) {
            String key = tls.openssl.succeed(command.split(" "));
            ObjectNode model =
                    done(tls.certificates.create(keyless("root", "www").put("PrivateKey", key)));
            assertThat(tls.openssl.publicKeyOf(text(model, "CertificatePem"))).isEqualTo(tls.openssl.publicKey(key));
        }

        @Test
        void thatIsPrivateIsNeitherReturnedNorStored() throws IOException {
            String key = tls.openssl.ecKey();
            ObjectNode model =
                    done(tls.certificates.create(keyless("root", "www").put("PrivateKey", key)));
            String secret = key.lines().toList().get(1);
            assertThat(model.toString()).doesNotContain(secret, "PrivateKey");
            try (Stream<Path> files = Files.walk(tls.keys)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .doesNotContain(secret);
                }
            }
        }

        @Test
        void isNeededOnce() {
            ObjectNode none = keyless("root", "www");
            assertThat(failed(tls.certificates.create(none)).message()).contains("SigningRequest", "PrivateKey");
            ObjectNode both = tls.withRequest("root", "www").put("PrivateKey", tls.openssl.ecKey());
            assertThat(failed(tls.certificates.create(both)).message()).contains("give one of them");
        }

        @Test
        void isRefusedWhereTheRequestWasNotSignedWithIt() {
            String request = tls.openssl.request(tls.openssl.ecKey());
            String der = tls.openssl.file("");
            tls.openssl.succeed("req", "-in", tls.openssl.file(request), "-outform", "DER", "-out", der);
            String forged = withLastByteChanged(der);
            assertThat(failed(tls.certificates.create(keyless("root", "www").put("SigningRequest", forged)))
                            .message())
                    .contains("the signature of SigningRequest does not fit");
        }

        private String withLastByteChanged(String file) {
            try {
                byte[] bytes = Files.readAllBytes(Path.of(file));
                bytes[bytes.length - 1] ^= 1;
                Files.write(Path.of(file), bytes);
                return "-----BEGIN CERTIFICATE REQUEST-----\n"
                        + java.util.Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                        + "\n-----END CERTIFICATE REQUEST-----\n";
            } catch (IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "-algorithm RSA -pkeyopt rsa_keygen_bits:1024",
                    "-algorithm EC -pkeyopt ec_paramgen_curve:secp256k1",
                    "-algorithm ED448"
                })
        void thatIsWeakOrUncommonIsRefused(String kind) {
            String key = tls.openssl.key(kind.split(" "));
            Progress.Failed refused =
                    failed(tls.certificates.create(keyless("root", "www").put("PrivateKey", key)));
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(refused.message()).contains("PrivateKey holds a key of a kind");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "nonsense",
                    "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n",
                    "-----BEGIN EC PRIVATE KEY-----\nc2VjcmV0\n-----END EC PRIVATE KEY-----\n",
                    "-----BEGIN RSA PRIVATE KEY-----\n!!!!\n-----END RSA PRIVATE KEY-----\n"
                })
        void thatIsNoneIsRefusedWithoutRepeatingIt(String pem) {
            Progress.Failed refused =
                    failed(tls.certificates.create(keyless("root", "www").put("PrivateKey", pem)));
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(refused.message()).doesNotContain("c2VjcmV0", "secret");
            assertThat(failed(tls.certificates.create(keyless("root", "www").put("SigningRequest", pem)))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
        }
    }

    @Nested
    class ARenewal {

        @Test
        void givesANewSerialAndLeavesTheOldOneValid() {
            ObjectNode desired = tls.withRequest("root", "www");
            ObjectNode before = done(tls.certificates.create(desired));
            ObjectNode after =
                    done(tls.certificates.update(WWW, desired.deepCopy().put("Renewal", 1), before));
            assertThat(text(after, "SerialNumber")).isNotEqualTo(text(before, "SerialNumber"));
            assertThat(tls.openssl.publicKeyOf(text(after, "CertificatePem")))
                    .isEqualTo(tls.openssl.publicKeyOf(text(before, "CertificatePem")));
            assertThat(revocation(before)).contains("OK");
            assertThat(revocation(after)).contains("OK");
            assertThat(done(tls.certificates.read(WWW))).isEqualTo(after);
        }

        @Test
        void revokesTheOldOneIfAsked() {
            ObjectNode desired = tls.withRequest("root", "www").put("RevokeOnRenewal", true);
            ObjectNode before = done(tls.certificates.create(desired));
            ObjectNode after =
                    done(tls.certificates.update(WWW, desired.deepCopy().put("Renewal", 1), before));
            assertThat(revocation(before)).contains("certificate revoked");
            assertThat(revocation(after)).contains("OK");
            assertThat(crl()).contains(text(before, "SerialNumber"), "Superseded");
        }

        @Test
        void keepsTheKeyThatIsNotGivenAgain() {
            String key = tls.openssl.ecKey();
            ObjectNode before =
                    done(tls.certificates.create(keyless("root", "www").put("PrivateKey", key)));
            ObjectNode after =
                    done(tls.certificates.update(WWW, keyless("root", "www").put("Renewal", 1), before));
            assertThat(tls.openssl.publicKeyOf(text(after, "CertificatePem"))).isEqualTo(tls.openssl.publicKey(key));
        }

        @Test
        void comesWithAnotherKey() {
            ObjectNode before = done(tls.certificates.create(tls.withRequest("root", "www")));
            String key = tls.openssl.ecKey();
            ObjectNode after =
                    done(tls.certificates.update(WWW, keyless("root", "www").put("PrivateKey", key), before));
            assertThat(text(after, "SerialNumber")).isNotEqualTo(text(before, "SerialNumber"));
            assertThat(tls.openssl.publicKeyOf(text(after, "CertificatePem"))).isEqualTo(tls.openssl.publicKey(key));
            assertThat(after.has("SigningRequest")).isFalse();
        }

        @Test
        void doesNotHappenWhereNothingChanges() {
            ObjectNode desired = tls.withRequest("root", "www");
            ObjectNode before = done(tls.certificates.create(desired));
            assertThat(done(tls.certificates.update(WWW, desired, before))).isEqualTo(before);
        }

        @Test
        void ofTheAuthorityKeepsItsCertificatesTrusted() {
            ObjectNode before = done(tls.certificates.create(tls.withRequest("root", "www")));
            ObjectNode renewed = Fixture.authority("root").put("Renewal", 1);
            done(tls.authorities.update(authorityId("root"), renewed, root));
            assertThat(trusted(before)).isTrue();
            assertThat(text(done(tls.certificates.read(WWW)), "ChainPem"))
                    .endsWith(text(tls.readAuthority("root"), "CertificatePem"));
        }
    }

    @Nested
    class ADelete {

        @Test
        void revokesTheCertificate() {
            ObjectNode model = done(tls.certificates.create(tls.withRequest("root", "www")));
            assertThat(revocation(model)).contains("OK");
            assertThat(tls.certificates.delete(WWW)).isEqualTo(Progress.gone());
            assertThat(revocation(model)).contains("certificate revoked");
            assertThat(crl()).containsOnlyOnce("Serial Number:").contains("Cessation Of Operation");
        }

        @Test
        void revokesWhatWasIssuedBeforeToo() {
            ObjectNode desired = tls.withRequest("root", "www");
            ObjectNode before = done(tls.certificates.create(desired));
            ObjectNode after =
                    done(tls.certificates.update(WWW, desired.deepCopy().put("Renewal", 1), before));
            tls.certificates.delete(WWW);
            assertThat(revocation(before)).contains("certificate revoked");
            assertThat(revocation(after)).contains("certificate revoked");
        }

        @Test
        void isForGood() {
            done(tls.certificates.create(tls.withRequest("root", "www")));
            tls.certificates.delete(WWW);
            assertThat(failed(tls.certificates.read(WWW)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(tls.certificates.delete(WWW)).code()).isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(failed(tls.certificates.update(WWW, keyless("root", "www"), WWW))
                            .code())
                    .isEqualTo(ErrorCode.NOT_FOUND);
            assertThat(tls.certificates.list()).isEmpty();
            done(tls.certificates.create(tls.withRequest("root", "www")));
        }

        @Test
        void isForgottenByTheListOnceTheCertificateHasEnded() {
            ObjectNode model =
                    done(tls.certificates.create(tls.withRequest("root", "www").put("ValidityDays", 30)));
            tls.certificates.delete(WWW);
            tls.clock.advance(Duration.ofDays(31));
            assertThat(crl()).contains(text(model, "SerialNumber"));
            tls.clock.advance(Duration.ofDays(7));
            assertThat(crl()).contains("No Revoked Certificates");
        }
    }

    @Nested
    class AList {

        @Test
        void namesTheCertificatesOfEveryAuthority() {
            tls.newAuthority("a-b");
            tls.newAuthority("a");
            List<ObjectNode> ids =
                    List.of(certificateId("a", "x"), certificateId("a-b", "x"), certificateId("root", "y"), WWW);
            for (ObjectNode id : ids) {
                done(tls.certificates.create(tls.withRequest(text(id, "AuthorityName"), text(id, "Name"))));
            }
            assertThat(tls.certificates.list()).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Nested
    class AnAlternativeName {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "www",
                    "dns:",
                    "dns:a..b",
                    "dns:-a",
                    "dns:a.*",
                    "dns:*",
                    "dns:a b",
                    "dns:a\n",
                    "ip:1.2",
                    "ip:1.2.3.256",
                    "ip:fe80::1%eth0",
                    "ip:",
                    "uri:x",
                    "dns:ünï"
                })
        void thatIsNoneIsNamed(String name) {
            ObjectNode desired = tls.withRequest("root", "www");
            desired.putArray("SubjectAlternativeNames").add("dns:fine.test").add(name);
            Progress.Failed refused = failed(tls.certificates.create(desired));
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(refused.message()).contains('"' + name + '"').doesNotContain("fine");
        }
    }
}
