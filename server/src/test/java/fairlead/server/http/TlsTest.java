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
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
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
            return Response.of(200, "text/plain", request.baseUrl().getBytes(StandardCharsets.UTF_8));
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

    private HttpServer serve(Tls tls) {
        HttpServer server = new HttpServer(new HttpServer.Settings("127.0.0.1", 0, Optional.empty(), Optional.of(tls)));
        server.start(
                List.of(HELLO),
                _ -> new Problem.Internal(),
                UUID::randomUUID,
                Telemetry.none(),
                new Limits(Limits.Settings.standard(), MonotonicTime.system()),
                AccessControl.development());
        return server;
    }

    private Tls another(String name) throws IOException {
        return Tls.selfSigned(Files.createDirectories(folder.resolve(name)), Clock.systemUTC());
    }

    private static void replace(Tls shown, Path certificate, Path key) throws IOException {
        for (var pair : List.of(List.of(shown.certificate(), certificate), List.of(shown.key(), key))) {
            Files.copy(pair.getLast(), pair.getFirst(), StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(pair.getFirst(), FileTime.from(Instant.parse("2027-01-01T00:00:00Z")));
        }
    }

    private static X509Certificate shown(SSLSocket connection) throws IOException {
        connection.startHandshake();
        return (X509Certificate) connection.getSession().getPeerCertificates()[0];
    }

    private static X509Certificate certificate(Tls tls) throws IOException, GeneralSecurityException {
        try (var stream = Files.newInputStream(tls.certificate())) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(stream);
        }
    }

    @Test
    void aCertificateThatIsReplacedIsShownToThoseWhoComeLaterAndTheOthersStay() throws Exception {
        Tls first = another("first");
        X509Certificate before = certificate(first);
        Tls second = another("second");
        try (HttpServer server = serve(first);
                SSLSocket early = connect(first, server)) {
            assertThat(shown(early)).isEqualTo(before);
            replace(first, second.certificate(), second.key());
            server.lookAtCertificate();
            try (SSLSocket late = connect(second, server)) {
                assertThat(shown(late)).isEqualTo(certificate(second));
            }
            early.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(early.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void ofAPairThatDoesNotFitTheOneOfBeforeIsShownOn() throws Exception {
        Tls first = another("first");
        X509Certificate before = certificate(first);
        Tls trusted = new Tls(
                Files.copy(first.certificate(), folder.resolve("trusted.crt")),
                Files.copy(first.key(), folder.resolve("trusted.key")));
        Tls second = another("second");
        try (HttpServer server = serve(first)) {
            replace(first, second.certificate(), trusted.key());
            server.lookAtCertificate();
            try (SSLSocket late = connect(trusted, server)) {
                assertThat(shown(late)).isEqualTo(before);
            }
        }
    }

    @Test
    void aKeyOfAnotherCertificateIsRefusedAtTheStart() throws IOException {
        Tls first = another("first");
        Tls second = another("second");
        assertThatThrownBy(() -> serve(new Tls(first.certificate(), second.key())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not the key of the certificate in");
    }

    @Test
    void onlyVersionsAndCiphersWithForwardSecrecyAreSpoken() throws Exception {
        SslContextFactory.Server context = HttpServer.secureContext();
        CertificateReload.of(another("first"), context);
        context.start();
        SSLEngine engine = context.newSSLEngine();
        assertThat(engine.getEnabledProtocols()).containsExactly("TLSv1.3", "TLSv1.2");
        assertThat(engine.getEnabledCipherSuites())
                .containsExactlyInAnyOrder(
                        "TLS_AES_128_GCM_SHA256",
                        "TLS_AES_256_GCM_SHA384",
                        "TLS_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
        context.stop();
    }

    @Test
    void plainHttpIsSpokenBesidesOnThisMachineIfItIsToldTo() throws Exception {
        int port = freePort();
        Tls tls = another("first");
        HttpServer.Settings settings = new HttpServer.Settings("127.0.0.1", 0, Optional.empty(), Optional.of(tls))
                .reached(new HttpServer.Reach(Exposure.THIS_MACHINE, Optional.of(port), false));
        try (HttpServer server = new HttpServer(settings)) {
            server.start(
                    List.of(HELLO),
                    _ -> new Problem.Internal(),
                    UUID::randomUUID,
                    Telemetry.none(),
                    new Limits(Limits.Settings.standard(), MonotonicTime.system()),
                    AccessControl.development());
            try (RawHttp http = new RawHttp(URI.create("http://127.0.0.1:" + port))) {
                assertThat(http.send("GET / HTTP/1.1\nHost: localhost", "").status())
                        .isEqualTo(200);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static SSLSocket connect(Tls trusted, HttpServer server) throws IOException, GeneralSecurityException {
        return (SSLSocket) trusting(trusted).getSocketFactory().createSocket("127.0.0.1", server.port());
    }

    @Test
    void aCertificateIsMadeForTheNamesUnderWhichTheServerIsKnown() throws Exception {
        Tls.selfSigned(folder, List.of(), Clock.systemUTC());
        Tls named = Tls.selfSigned(folder, List.of("fairlead.example", "192.0.2.2"), Clock.systemUTC());
        assertThat(certificate(named).getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "fairlead.example", "192.0.2.2");
        byte[] kept = Files.readAllBytes(named.certificate());
        assertThat(Tls.selfSigned(folder, List.of("fairlead.example", "192.0.2.2"), Clock.systemUTC())
                        .certificate())
                .hasBinaryContent(kept);
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
