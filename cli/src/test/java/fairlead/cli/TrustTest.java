package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import fairlead.server.http.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that shows a certificate which it has signed itself.
class TrustTest {

    private static final char[] PASSWORD = "only in memory".toCharArray();

    @TempDir
    private Path folder;

    private Tls certificate;
    private Tls shown;
    private HttpsServer server;
    private Shell shell;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @BeforeEach
    void serve() throws Exception {
        certificate = Tls.selfSigned(folder, Clock.systemUTC());
        shown = Tls.selfSigned(Files.createDirectory(folder.resolve("client")), Clock.systemUTC());
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                wanted.setWantClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext("/", exchange -> {
            String name = "nothing";
            try {
                name = ((HttpsExchange) exchange)
                        .getSSLSession()
                        .getPeerPrincipal()
                        .getName();
            } catch (SSLPeerUnverifiedException nothingShown) {
                // Which the answer says.
            }
            asked.add(exchange.getRequestHeaders().getFirst("Authorization") + " " + name);
            byte[] answer = "{\"version\":\"1\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        shell = new Shell("https://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private SSLContext context() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        Certificate[] chain = {
            CertificateFactory.getInstance("X.509").generateCertificate(Files.newInputStream(certificate.certificate()))
        };
        String pem = Files.readString(certificate.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
        PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem));
        store.setKeyEntry("server", KeyFactory.getInstance("EC").generatePrivate(key), PASSWORD, chain);
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        KeyStore clients = KeyStore.getInstance("PKCS12");
        clients.load(null, null);
        clients.setCertificateEntry(
                "client",
                CertificateFactory.getInstance("X.509").generateCertificate(Files.newInputStream(shown.certificate())));
        TrustManagerFactory believed = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        believed.init(clients);
        context.init(managers.getKeyManagers(), believed.getTrustManagers(), null);
        return context;
    }

    @Test
    void goesWithACertificateOfOnesOwnInsteadOfAToken() {
        String file = certificate.certificate().toString();
        shell.variable("FAIRLEAD_CA", file).variable("FAIRLEAD_TOKEN", "secret");

        shell.run("version");
        shell.run("version", "--client-certificate", shown.certificate() + "," + shown.key());

        assertThat(asked).containsExactly("Bearer secret nothing", "null CN=localhost");
    }

    @Test
    void doesNotGoWithACertificateThatCanNotBeRead() {
        assertThat(shell.run("version", "--client-certificate", "one.crt").err())
                .contains("expected CERT,KEY");
        Ran other = shell.run("version", "--client-certificate", shown.certificate() + "," + shown.certificate());
        assertThat(other.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(other.err()).contains("holds no private key as PKCS#8");
    }

    @Test
    void isGivenByTheFileOfTheCertificate() {
        String file = certificate.certificate().toString();
        assertThat(shell.run("version", "--ca", file)).extracting(Ran::exit).isEqualTo(0);
        assertThat(shell.variable("FAIRLEAD_CA", file).run("version"))
                .extracting(Ran::exit)
                .isEqualTo(0);
    }

    @Test
    void isNotGivenByItself() {
        Ran ran = shell.run("version");
        assertThat(ran.exit()).isEqualTo(Exit.UNREACHABLE.code());
        assertThat(ran.err()).contains("The certificate of https://127.0.0.1", "is not trusted", "--ca or FAIRLEAD_CA");
        assertThat(shell.pauses).isEmpty();
    }

    @Test
    void isNotGivenByAFileWithoutCertificates() {
        assertThat(shell.run("version", "--ca", "none.pem").err()).contains("there is no file none.pem");
        Ran key = shell.run("version", "--ca", certificate.key().toString());
        assertThat(key.exit()).isEqualTo(Exit.USAGE.code());
        assertThat(key.err()).contains("holds no certificate in PEM form");
    }
}
