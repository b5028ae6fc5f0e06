package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// A service principal signs in by the private key of a certificate.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CertificateTest {

    private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;
    private String client;
    private Pair registered;
    private Pair other;

    private record Pair(PrivateKey key, X509Certificate certificate, String pem) {}

    private static Pair pair(String name) throws IOException, InterruptedException, GeneralSecurityException {
        assertThat(new ClientScript(folder)
                        .shell("openssl req -x509 -newkey rsa:2048 -nodes -days 10 -subj /CN=" + name + " -keyout "
                                + name + ".key -out " + name + ".crt"))
                .isEmpty();
        String pem = Files.readString(folder.resolve(name + ".crt"));
        String key = Files.readString(folder.resolve(name + ".key")).replaceAll("-----[^-]*-----", "");
        byte[] der = Base64.getMimeDecoder().decode(key);
        return new Pair(
                KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der)),
                (X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))),
                pem);
    }

    @BeforeAll
    void start() throws IOException, InterruptedException, GeneralSecurityException {
        plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder.resolve("data"));
        registered = pair("registered");
        other = pair("other");
        client = administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"signed\"}")
                .json()
                .path("id")
                .asString();
        assertThat(register(registered.pem).status()).isEqualTo(201);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private Answer register(String certificate) {
        String body = JsonMapper.shared()
                .writeValueAsString(JsonNodeFactory.instance.objectNode().put("certificate", certificate));
        return administrator.send("POST", "/fairlead/principals/" + client + "/certificates", body);
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(client)
                .subject(client)
                .audience(plane.url() + "/adfs/oauth2/token")
                .jwtID(UUID.randomUUID().toString())
                .expirationTime(Date.from(Instant.now().plusSeconds(600)));
    }

    private static String assertion(Pair named, Pair signing, JWTClaimsSet claims)
            throws GeneralSecurityException, JOSEException {
        byte[] thumbprint =
                MessageDigest.getInstance("SHA-256").digest(named.certificate().getEncoded());
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.PS256)
                        .x509CertSHA256Thumbprint(Base64URL.encode(thumbprint))
                        .build(),
                claims);
        token.sign(new RSASSASigner(signing.key()));
        return token.serialize();
    }

    private Answer signIn(String assertion) {
        return plane.send(
                "POST",
                "/adfs/oauth2/token",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                "grant_type=client_credentials&client_id=" + client + "&client_assertion_type="
                        + URLEncoder.encode(TYPE, StandardCharsets.UTF_8) + "&client_assertion=" + assertion + "&scope="
                        + URLEncoder.encode(plane.url() + "//.default", StandardCharsets.UTF_8));
    }

    /// A client that has failed a few times has to wait; one that signs in after it has failed has not.
    private void isRefused(String assertion) throws GeneralSecurityException, JOSEException {
        assertThat(signIn(assertion).status()).isEqualTo(401);
        assertThat(signIn(assertion(registered, registered, claims().build())).status())
                .isEqualTo(200);
    }

    @Test
    void signsInOnceByEachAssertion() throws GeneralSecurityException, JOSEException {
        String assertion = assertion(registered, registered, claims().build());

        assertThat(signIn(assertion).status()).isEqualTo(200);
        isRefused(assertion);
    }

    @Test
    void signsInByNoOtherKey() throws GeneralSecurityException, JOSEException {
        isRefused(assertion(other, other, claims().build()));
        isRefused(assertion(registered, other, claims().build()));
    }

    @Test
    void signsInByNoAssertionThatIsForAnotherServerOrForNoTime() throws GeneralSecurityException, JOSEException {
        JWTClaimsSet elsewhere =
                claims().audience("https://elsewhere.example/adfs/oauth2/token").build();
        JWTClaimsSet ended = claims().expirationTime(Date.from(Instant.now().minusSeconds(90)))
                .build();
        JWTClaimsSet endless = claims().expirationTime(Date.from(Instant.now().plusSeconds(90_000)))
                .build();
        JWTClaimsSet unnamed =
                new JWTClaimsSet.Builder(claims().build()).jwtID(null).build();
        JWTClaimsSet ofAnother = claims().subject("another").build();

        for (JWTClaimsSet wrong : new JWTClaimsSet[] {elsewhere, ended, endless, unnamed, ofAnother}) {
            isRefused(assertion(registered, registered, wrong));
        }
    }

    @Test
    void isRegisteredOnlyIfItIsOne() {
        assertThat(register("none").code()).isEqualTo("ValidationFailed");
    }
}
