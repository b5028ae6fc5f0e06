package fairlead.server.access.identity.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The keys of an issuer that are fetched from it.
class IssuerKeysTest {

    private final AtomicInteger fetched = new AtomicInteger();
    private HttpServer issuer;
    private String url;
    private volatile String answer = "";
    private volatile String keysAt = "";

    @BeforeEach
    void start() throws IOException, JOSEException {
        RSAKey key =
                new RSAKeyGenerator(2048).keyID("real").keyUse(KeyUse.SIGNATURE).generate();
        answer = new JWKSet(key.toPublicJWK()).toString();
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + issuer.getAddress().getPort();
        keysAt = url + "/keys";
        issuer.createContext("/", exchange -> {
            boolean keys = exchange.getRequestURI().getPath().equals("/keys");
            if (keys) {
                fetched.incrementAndGet();
            }
            String body = keys ? answer : "{\"issuer\": \"" + url + "\", \"jwks_uri\": \"" + keysAt + "\"}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        issuer.start();
    }

    @AfterEach
    void stop() {
        issuer.stop(0);
    }

    private IssuerKeys keys(String name, Optional<URI> where) {
        return new IssuerKeys(new TrustedIssuer(
                name,
                Set.of("audience"),
                where,
                Set.of("RS256"),
                new TrustedIssuer.Claims("sub", "name", Optional.empty()),
                Map.of(),
                Optional.empty()));
    }

    private static List<JWK> find(IssuerKeys keys, String id) throws TokenRefusedException {
        return keys.find(new JWKMatcher.Builder().keyID(id).build());
    }

    @Test
    void areFoundByTheDiscoveryDocument() throws TokenRefusedException {
        assertThat(find(keys(url, Optional.empty()), "real")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "jar:http://127.0.0.1/x", "", "not a url", "//host/keys"})
    void areNotLookedForWhereNoIssuerHasThem(String place) {
        keysAt = place;
        assertThatThrownBy(() -> find(keys(url, Optional.empty()), "real"))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("jwks_uri");
    }

    @Test
    void areNotLookedForInAPrivateNetworkThatIsNotTheIssuers() {
        keysAt = "http://169.254.169.254/keys";
        assertThatThrownBy(() -> find(keys(url, Optional.empty()), "real"))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("private address 169.254.169.254");
    }

    @Test
    void areNotTakenFromADocumentOfAnotherIssuer() {
        assertThatThrownBy(() -> find(keys(url + "/", Optional.empty()), "real"))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining("of another issuer");
    }

    @Test
    void areFetchedOnceHoweverManyKeysAreInvented() throws TokenRefusedException {
        IssuerKeys keys = keys(url, Optional.of(URI.create(url + "/keys")));
        assertThat(find(keys, "real")).hasSize(1);
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            try {
                refused += find(keys, "invented-" + i).isEmpty() ? 1 : 0;
            } catch (TokenRefusedException limited) {
                refused++;
            }
        }
        assertThat(refused).isEqualTo(200);
        assertThat(fetched.get()).isLessThanOrEqualTo(2);
        assertThat(find(keys, "real")).hasSize(1);
    }

    @Test
    void thatCanNotBeHadRefuseTheTokenAndNotTheServer() {
        answer = "no keys";
        assertThatThrownBy(() -> find(keys(url, Optional.of(URI.create(url + "/keys"))), "real"))
                .isInstanceOf(TokenRefusedException.class);
    }
}
