package fairlead.server.access.identity.token;

import com.nimbusds.jwt.JWTClaimsSet;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.database.Database;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The authority of this control plane: gives service principals access tokens, for a secret or a certificate of theirs
/// or for a token of an issuer that they have named, and devices those of the person who approves them.
///
/// Implements the grants `client_credentials` and `refresh_token` of "RFC 6749", "RFC 7523" for client assertions and
/// "RFC 8628" for devices.
public final class Authority {

    /// The tenant of this control plane.
    public static final String TENANT = "00000000-0000-0000-0000-000000000000";

    private static final Logger LOG = LoggerFactory.getLogger(Authority.class);
    private static final String ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    private static final String DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

    private final Directory directory;
    private final AuthorityKeys keys;
    private final TokenVerifier verifier;
    private final SignedTokens tokens;
    private final CertificateAssertions certificates;
    private final Devices devices;

    public Authority(
            Directory directory,
            AuthorityKeys keys,
            TokenVerifier verifier,
            Devices devices,
            Database database,
            Clock clock,
            Supplier<UUID> ids) {
        this.directory = directory;
        this.keys = keys;
        this.verifier = verifier;
        this.devices = devices;
        tokens = new SignedTokens(keys, clock, ids);
        certificates = new CertificateAssertions(directory, database, clock);
    }

    /// What a client is answered.
    public sealed interface Grant {

        /// @param token the access token
        record Token(String token, Duration validity) implements Grant {}

        /// A token for a person, with what else their program asks for.
        ///
        /// @param identity tells the program who they are
        /// @param refresh renews the token, once
        /// @param clientInfo the ids of the person and their tenant
        record Session(String token, Duration validity, String identity, String refresh, String clientInfo)
                implements Grant {}

        /// @param error as "RFC 6749" calls it, `invalid_client` for example
        record Refused(String error, String description) implements Grant {}
    }

    /// What a device has to show to a person, who approves it.
    public record DeviceCode(String deviceCode, String userCode, Duration validity, Duration interval) {}

    /// Begins to let a device act for a person ("RFC 8628"); empty for a client that may not.
    ///
    /// @param address from where it asks
    public Optional<DeviceCode> device(Map<String, String> form, String address) {
        return devices.ask(form.getOrDefault("client_id", ""), address)
                .map(asked -> new DeviceCode(asked.deviceCode(), asked.userCode(), Devices.PATIENCE, Devices.INTERVAL));
    }

    /// The keys by which tokens are verified, as JSON ("JSON Web Key Set").
    public String keys() {
        return keys.published().toString(true);
    }

    /// An access token for a service principal, or for who has approved a device.
    ///
    /// @param form the parameters of the request
    /// @param baseUrl where the client reaches this server, without a slash at the end
    public Grant token(Map<String, String> form, String baseUrl) {
        String grant = form.getOrDefault("grant_type", "");
        String client = form.getOrDefault("client_id", "");
        return switch (grant) {
            case "client_credentials" -> ofClient(form, baseUrl);
            case DEVICE, "device_code" -> {
                String code = form.getOrDefault("device_code", form.getOrDefault("code", ""));
                yield granted(devices.poll(client, code), form, baseUrl);
            }
            case "refresh_token" ->
                granted(devices.refresh(client, form.getOrDefault("refresh_token", "")), form, baseUrl);
            default ->
                new Grant.Refused(
                        "unsupported_grant_type",
                        "Expected the grant_type client_credentials, device_code or refresh_token, found '" + grant
                                + "'.");
        };
    }

    private Grant granted(Devices.Outcome outcome, Map<String, String> form, String baseUrl) {
        return switch (outcome) {
            case Devices.Outcome.Refused(var error, var description) -> new Grant.Refused(error, description);
            case Devices.Outcome.Granted(var session, var refresh) -> {
                String ids = "{\"uid\":\"" + session.principal().id() + "\",\"utid\":\"" + TENANT + "\"}";
                yield new Grant.Session(
                        tokens.ofSession(session, baseUrl, isRenewable(form)),
                        tokens.left(session),
                        tokens.ofUser(session, baseUrl),
                        refresh,
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(ids.getBytes(StandardCharsets.US_ASCII)));
            }
        };
    }

    private static boolean isRenewable(Map<String, String> form) {
        return form.getOrDefault("claims", "").contains("CP1");
    }

    private Grant ofClient(Map<String, String> form, String baseUrl) {
        String audience = audience(form);
        if (!audience.equals(baseUrl)) {
            return new Grant.Refused(
                    "invalid_scope", "Expected the scope " + baseUrl + "//.default, found '" + audience + "'.");
        }
        Optional<DirectoryObject> client = client(form, baseUrl);
        if (client.isEmpty()) {
            LOG.info("a client could not sign in: '{}'", printable(form.getOrDefault("client_id", "")));
            return new Grant.Refused("invalid_client", "The client is not known, or what it shows is not right.");
        }
        return new Grant.Token(tokens.ofClient(client.get(), baseUrl, isRenewable(form)), SignedTokens.VALID);
    }

    /// Older clients name a resource, newer ones a scope that ends in `/.default`.
    private static String audience(Map<String, String> form) {
        String asked = form.getOrDefault("resource", form.getOrDefault("scope", ""));
        String first = asked.split(" ", 2)[0];
        String resource =
                first.endsWith("/.default") ? first.substring(0, first.length() - "/.default".length()) : first;
        return TokenVerifier.normal(resource);
    }

    private Optional<DirectoryObject> client(Map<String, String> form, String baseUrl) {
        String id = form.getOrDefault("client_id", "");
        String secret = form.getOrDefault("client_secret", "");
        if (!secret.isEmpty()) {
            return directory.authenticated(id, secret);
        }
        String assertion = form.getOrDefault("client_assertion", "");
        boolean asserted = !assertion.isEmpty()
                && form.getOrDefault("client_assertion_type", "").equals(ASSERTION);
        if (!asserted) {
            return Optional.empty();
        }
        return CertificateAssertions.isOwn(id, assertion)
                ? certified(id, assertion, baseUrl)
                : federated(id, assertion);
    }

    private Optional<DirectoryObject> certified(String id, String assertion, String baseUrl) {
        Set<String> audiences = Set.of(
                baseUrl,
                baseUrl + "/adfs",
                baseUrl + "/adfs/oauth2/token",
                baseUrl + "/" + TENANT + "/oauth2/v2.0/token");
        try {
            return Optional.of(certificates.verify(id, assertion, audiences));
        } catch (TokenRefusedException refused) {
            LOG.info("an assertion of a client was refused: {}", refused.getMessage());
            return Optional.empty();
        }
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
}
