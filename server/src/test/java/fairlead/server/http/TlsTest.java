package fairlead.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.testing.SettableClock;
import fairlead.server.access.AccessControl;
import fairlead.server.access.Asked;
import fairlead.server.limit.Limits;
import fairlead.server.problem.Problem;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.MonotonicTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    @TempDir
    private Path folder;

    private static final Surface HELLO = new Surface() {
        @Override
        public boolean serves(Request request) {
            return true;
        }

        @Override
        public Asked asks(Request request) {

            return Asked.KNOWN;
        }

        @Override
        public Response answer(Request request) {
            return Response.of(200, "text/plain", request.baseUrl().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }

        @Override
        public Response refuse(Request request, Problem problem) {
            return ErrorDocument.response(request, problem);
        }
    };

    @Test
    void aServerIsTrustedByAClientThatTrustsItsCertificate() throws Exception {
        Tls tls = Tls.selfSigned(folder, Clock.systemUTC());
        try (HttpServer server =
                new HttpServer(new HttpServer.Settings("127.0.0.1", 0, Optional.empty(), Optional.of(tls)))) {
            server.start(
                    List.of(HELLO),
                    _ -> new Problem.Internal(),
                    UUID::randomUUID,
                    Telemetry.none(),
                    new Limits(Limits.Settings.standard(), MonotonicTime.system()),
                    AccessControl.development());
            String url = "https://127.0.0.1:" + server.port();
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(trusting(tls)).build()) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(url + "/")).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.body()).isEqualTo(url);
            }
        }
    }

    private static SSLContext trusting(Tls tls) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var stream = Files.newInputStream(tls.certificate())) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(stream));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    @Test
    void aCertificateOfItsOwnIsKeptUntilItIsAboutToRunOut() throws IOException {
        SettableClock clock = new SettableClock(Instant.parse("2026-11-01T12:00:00Z"));
        byte[] first = Files.readAllBytes(Tls.selfSigned(folder, clock).certificate());
        clock.advance(Duration.ofDays(300));
        assertThat(Tls.selfSigned(folder, clock).certificate()).hasBinaryContent(first);
        clock.advance(Duration.ofDays(40));
        assertThat(Files.readAllBytes(Tls.selfSigned(folder, clock).certificate()))
                .isNotEqualTo(first);
    }

    @Test
    void theKeyIsItsOwnersAlone() throws IOException {
        Path key = Tls.selfSigned(folder, Clock.systemUTC()).key();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
    }

    @Test
    void filesThatAreNoCertificateAreNamed() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.crt"), "nothing");
        Tls own = Tls.selfSigned(folder, Clock.systemUTC());
        assertThatThrownBy(() -> new Tls(wrong, own.key()).load("x".toCharArray()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wrong.crt");
        assertThatThrownBy(() -> new Tls(own.certificate(), own.certificate()).load("x".toCharArray()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no private key");
    }
}
