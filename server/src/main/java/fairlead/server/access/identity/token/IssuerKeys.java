package fairlead.server.access.identity.token;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import fairlead.schema.reference.PublicAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The public keys of an issuer. They are fetched when they are first needed, kept for five minutes, and for
/// hours if the issuer can't be reached. A key that is not known makes them be fetched again, at most once in
/// half a minute: a caller that sends tokens with invented keys causes no more than that.
final class IssuerKeys {

    private static final int PATIENCE = (int) Duration.ofSeconds(5).toMillis();
    private static final int LARGEST = 1 << 20;
    private static final long KEPT = Duration.ofMinutes(5).toMillis();
    private static final long REFRESH = Duration.ofSeconds(5).toMillis();
    private static final long ONCE_IN = Duration.ofSeconds(30).toMillis();
    private static final long WITHOUT = Duration.ofHours(4).toMillis();

    private final TrustedIssuer issuer;
    private volatile Optional<JWKSource<SecurityContext>> source = Optional.empty();
    private long triedAt = Long.MIN_VALUE;

    IssuerKeys(TrustedIssuer issuer) {
        this.issuer = issuer;
    }

    /// Those that fit what a token says of its key.
    List<JWK> find(JWKMatcher matcher) throws TokenRefusedException {
        try {
            return source().get(new JWKSelector(matcher), null);
        } catch (KeySourceException unreachable) {
            throw new TokenRefusedException(
                    TokenRefusedException.Kind.INVALID,
                    "the keys of " + issuer.issuer() + " are not known: " + unreachable.getMessage());
        }
    }

    private JWKSource<SecurityContext> source() throws TokenRefusedException {
        Optional<JWKSource<SecurityContext>> known = source;
        return known.isPresent() ? known.get() : open();
    }

    private synchronized JWKSource<SecurityContext> open() throws TokenRefusedException {
        if (source.isPresent()) {
            return source.get();
        }
        long now = System.nanoTime() / 1_000_000;
        if (triedAt != Long.MIN_VALUE && now - triedAt < REFRESH) {
            throw new TokenRefusedException(
                    TokenRefusedException.Kind.INVALID,
                    "the keys of " + issuer.issuer() + " could not be had just now");
        }
        triedAt = now;
        try {
            URI where = issuer.keys().isPresent() ? issuer.keys().get() : discovered();
            JWKSource<SecurityContext> made = where.getScheme().equals("file") ? ofFile(where) : ofAddress(where);
            source = Optional.of(made);
            return made;
        } catch (IOException | ParseException | JacksonException unreachable) {
            throw new TokenRefusedException(
                    TokenRefusedException.Kind.INVALID,
                    "the keys of " + issuer.issuer() + " can't be had: " + unreachable.getMessage());
        }
    }

    private static JWKSource<SecurityContext> ofFile(URI where) throws IOException, ParseException {
        JWKSet set = JWKSet.parse(Files.readString(Path.of(where)));
        return (selector, _) -> selector.select(set);
    }

    private static JWKSource<SecurityContext> ofAddress(URI where) throws MalformedURLException {
        return JWKSourceBuilder.<SecurityContext>create(where.toURL(), retriever())
                .cache(KEPT, REFRESH)
                .rateLimited(ONCE_IN)
                .refreshAheadCache(false)
                .outageTolerant(WITHOUT)
                .retrying(true)
                .build();
    }

    private static ResourceRetriever retriever() {
        return new DefaultResourceRetriever(PATIENCE, PATIENCE, LARGEST);
    }

    /// As "OpenID Connect Discovery 1.0" has it: the document has to name the issuer exactly.
    private URI discovered() throws IOException {
        URL address = URI.create(issuer.issuer().replaceAll("/+$", "") + "/.well-known/openid-configuration")
                .toURL();
        var document = JsonMapper.shared()
                .readTree(retriever().retrieveResource(address).getContent());
        if (!document.path("issuer").asString("").equals(issuer.issuer())) {
            throw new IOException("the discovery document at " + address + " is of another issuer");
        }
        return allowed(document.path("jwks_uri").asString(""));
    }

    /// The operator names the issuer, and the document of the issuer says where the keys are: on that host,
    /// or on a public one, and no less secure.
    private URI allowed(String keys) throws IOException {
        URI named = URI.create(issuer.issuer());
        URI uri;
        try {
            uri = URI.create(keys);
        } catch (IllegalArgumentException malformed) {
            throw new IOException("the discovery document has no URL in jwks_uri", malformed);
        }
        boolean secure = "https".equalsIgnoreCase(uri.getScheme())
                || ("http".equalsIgnoreCase(uri.getScheme()) && "http".equalsIgnoreCase(named.getScheme()));
        if (!secure || uri.getHost() == null) {
            throw new IOException(
                    "expected an https address in jwks_uri of the discovery document, found '" + keys + "'");
        }
        if (!uri.getHost().equalsIgnoreCase(named.getHost())) {
            for (InetAddress address : InetAddress.getAllByName(uri.getHost())) {
                if (!PublicAddress.is(address)) {
                    throw new IOException(
                            "jwks_uri leads to " + uri.getHost() + ", which is not the issuer's host and has"
                                    + " the private address " + address.getHostAddress());
                }
            }
        }
        return uri;
    }
}
