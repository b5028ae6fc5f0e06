package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The authority of this control plane: gives service principals access tokens, for a secret of theirs or for a token
/// of an
/// issuer that they have named.
///
/// Implements the grant `client_credentials` of "RFC 6749", and "RFC 7523" for client assertions.
public final class Authority {

    /// The tenant of this control plane.
    public static final String TENANT = "00000000-0000-0000-0000-000000000000";

    private static final Logger LOG = LoggerFactory.getLogger(Authority.class);
    private static final Duration VALID = Duration.ofHours(1);
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private final Directory directory;
    private final AuthorityKeys keys;
    private final TokenVerifier verifier;
    private final Clock clock;
    private final Supplier<UUID> ids;

    public Authority(Directory directory, AuthorityKeys keys, TokenVerifier verifier, Clock clock, Supplier<UUID> ids) {
        this.directory = directory;
        this.keys = keys;
        this.verifier = verifier;
        this.clock = clock;
        this.ids = ids;
    }

    /// What a client is answered.
    public sealed interface Grant {

        /// @param token the access token
        record Token(String token, Duration validity) implements Grant {}

        /// @param error as "RFC 6749" calls it, `invalid_client` for example
        record Refused(String error, String description) implements Grant {}
    }

    /// The keys by which tokens are verified, as JSON ("JSON Web Key Set").
    public String keys() {
        return keys.published().toString(true);
    }

    /// An access token for a service principal.
    ///
    /// @param form the parameters of the request
    /// @param baseUrl where the client reaches this server, without a slash at the end
    public Grant token(Map<String, String> form, String baseUrl) {
        if (!form.getOrDefault("grant_type", "").equals("client_credentials")) {
            return new Grant.Refused(
                    "unsupported_grant_type",
                    "Expected the grant_type client_credentials, found '" + form.getOrDefault("grant_type", "") + "'.");
        }
        String audience = audience(form);
        if (!audience.equals(baseUrl)) {
            return new Grant.Refused(
                    "invalid_scope", "Expected the scope " + baseUrl + "//.default, found '" + audience + "'.");
        }
        Optional<DirectoryObject> client = client(form);
        if (client.isEmpty()) {
            LOG.info("a client could not sign in: '{}'", printable(form.getOrDefault("client_id", "")));
            return new Grant.Refused("invalid_client", "The client is not known, or what it shows is not right.");
        }
        boolean renewable = form.getOrDefault("claims", "").contains("CP1");
        return new Grant.Token(signed(client.get(), baseUrl, renewable), VALID);
    }

    /// Older clients name a resource, newer ones a scope that ends in `/.default`.
    private static String audience(Map<String, String> form) {
        String asked = form.getOrDefault("resource", form.getOrDefault("scope", ""));
        String first = asked.split(" ", 2)[0];
        String resource =
                first.endsWith("/.default") ? first.substring(0, first.length() - "/.default".length()) : first;
        return TokenVerifier.normal(resource);
    }

    private Optional<DirectoryObject> client(Map<String, String> form) {
        String id = form.getOrDefault("client_id", "");
        String secret = form.getOrDefault("client_secret", "");
        if (!secret.isEmpty()) {
            return directory.authenticated(id, secret);
        }
        String assertion = form.getOrDefault("client_assertion", "");
        boolean asserted = !assertion.isEmpty()
                && form.getOrDefault("client_assertion_type", "").equals(ASSERTION);
        return asserted ? federated(id, assertion) : Optional.empty();
    }

    private Optional<DirectoryObject> federated(String id, String assertion) {
        try {
            JWTClaimsSet claims = verifier.verifyForeign(assertion);
            for (String audience : claims.getAudience()) {
                var shown = new Credential.Proof.Federated(
                        String.valueOf(claims.getIssuer()), String.valueOf(claims.getSubject()), audience);
                Optional<DirectoryObject> found = directory.federated(id, shown);
                if (found.isPresent()) {
                    return found;
                }
            }
            LOG.info("no credential fits the token of {} for {}", claims.getIssuer(), claims.getSubject());
        } catch (TokenRefusedException refused) {
            LOG.info("a client assertion was refused: {}", refused.getMessage());
        }
        return Optional.empty();
    }

    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    private String signed(DirectoryObject client, String baseUrl, boolean renewable) {
        Instant now = clock.instant();
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(baseUrl + "/adfs")
                .audience(baseUrl)
                .subject(client.id().toString())
                .claim("oid", client.id().toString())
                .claim("tid", TENANT)
                .claim("appid", client.subject())
                .claim("app_displayname", client.name())
                .claim("idtyp", "app")
                .jwtID(ids.get().toString())
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(VALID)));
        if (renewable) {
            claims.claim("xms_cc", List.of("CP1"));
        }
        ECKey key = keys.signing();
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .keyID(key.getKeyID())
                            .type(JOSEObjectType.JWT)
                            .build(),
                    claims.build());
            token.sign(new ECDSASigner(key));
            return token.serialize();
        } catch (JOSEException failure) {
            throw new IllegalStateException("can't sign a token", failure);
        }
    }
}
