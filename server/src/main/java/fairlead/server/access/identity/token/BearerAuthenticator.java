package fairlead.server.access.identity.token;

import com.nimbusds.jwt.JWTClaimsSet;
import fairlead.server.access.Authenticator;
import fairlead.server.access.Identity;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Finds out who sends a bearer token ("RFC 6750"). A token is verified once and remembered by its hash, for five
/// minutes at
/// most; whether its principal is disabled, or its tokens revoked, is looked at each time.
public final class BearerAuthenticator implements Authenticator {

    private static final Logger LOG = LoggerFactory.getLogger(BearerAuthenticator.class);
    private static final String SCHEME = "Bearer ";
    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final Duration REFUSED_FOR = Duration.ofSeconds(10);
    private static final int MOST_REMEMBERED = 10_000;

    private final TokenVerifier verifier;
    private final CurrentRules rules;
    private final Optional<String> publicUrl;
    private final Clock clock;
    private final Newcomers newcomers;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /// Where users are told for whom an issuer vouches.
    public interface Newcomers {
        void meet(Principal user, String issuer, String subject);
    }

    /// @param publicUrl an audience of tokens of this control plane, besides the address that is called
    public BearerAuthenticator(
            TokenVerifier verifier, CurrentRules rules, Optional<String> publicUrl, Clock clock, Newcomers newcomers) {
        this.newcomers = newcomers;
        this.verifier = verifier;
        this.rules = rules;
        this.publicUrl = publicUrl;
        this.clock = clock;
    }

    /// What was found out about a token.
    private record Known(Result result, Instant until) {}

    private sealed interface Result {
        /// @param renewable whether its client fetches another one when it is told to (`xms_cc`)
        record Taken(Principal principal, Subject subject, boolean renewable) implements Result {}

        record Refused(TokenRefusedException.Kind kind) implements Result {}
    }

    @Override
    public Identity identify(PresentedCredentials presented) {
        Optional<String> authorization = presented.authorization();
        String baseUrl = presented.baseUrl();
        if (authorization.isEmpty() || !authorization.get().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Identity.UNKNOWN;
        }
        String token = authorization.get().substring(SCHEME.length()).strip();
        return switch (result(token, baseUrl)) {
            case Result.Taken(var principal, var subject, var renewable) ->
                rules.get().isInGoodStanding(subject)
                        ? new Identity.Known(principal, subject)
                        : new Identity.Refused(revoked(baseUrl, renewable));
            case Result.Refused(var kind) -> new Identity.Refused(refusal(kind, baseUrl));
        };
    }

    private Result result(String token, String baseUrl) {
        String key = hash(token + "\n" + baseUrl);
        Instant now = clock.instant();
        Known present = known.get(key);
        if (present != null && now.isBefore(present.until)) {
            return present.result;
        }
        Known fresh = look(token, baseUrl, now);
        if (known.size() >= MOST_REMEMBERED) {
            known.values().removeIf(one -> !now.isBefore(one.until));
            if (known.size() >= MOST_REMEMBERED) {
                known.clear();
            }
        }
        known.put(key, fresh);
        return fresh.result;
    }

    private Known look(String token, String baseUrl, Instant now) {
        Set<String> audiences = new HashSet<>(Set.of(baseUrl));
        publicUrl.ifPresent(audiences::add);
        try {
            TokenVerifier.Verified verified = verifier.verify(token, audiences);
            Instant end = verified.claims().getExpirationTime().toInstant().plus(TokenVerifier.SKEW);
            Instant until = now.plus(REMEMBERED);
            return new Known(taken(verified), end.isBefore(until) ? end : until);
        } catch (TokenRefusedException refused) {
            LOG.info("a bearer token was refused: {}", refused.getMessage());
            return new Known(new Result.Refused(refused.kind()), now.plus(REFUSED_FOR));
        }
    }

    private Result.Taken taken(TokenVerifier.Verified verified) throws TokenRefusedException {
        JWTClaimsSet claims = verified.claims();
        long issuedAt = issuedAt(verified);
        boolean renewable = String.valueOf(claims.getClaim("xms_cc")).contains("CP1");
        if (verified.issuer().isEmpty()) {
            UUID id = UUID.fromString(text(claims, "oid"));
            Object session = claims.getClaim("sid");
            if (session != null) {
                return ofSession(claims, id, session.toString(), issuedAt, renewable);
            }
            Principal principal = new Principal(text(claims, "app_displayname"), "Application", id);
            return new Result.Taken(principal, new Subject(id, Set.of(), true, issuedAt), renewable);
        }
        TrustedIssuer issuer = verified.issuer().get();
        String subject = text(claims, issuer.claims().principal());
        UUID id = DirectoryObject.idOf(issuer.issuer(), subject);
        Object name = claims.getClaim(issuer.claims().name());
        Principal principal = new Principal(name == null ? subject : name.toString(), "User", id);
        newcomers.meet(principal, issuer.issuer(), subject);
        Set<UUID> groups = issuer.claims()
                .groups()
                .map(claim -> groups(issuer, claims.getClaim(claim)))
                .orElse(Set.of());
        // An issuer that has more groups than fit into a token says where they are instead.
        boolean all = !String.valueOf(claims.getClaim("_claim_names"))
                .contains(issuer.claims().groups().orElse("groups"));
        return new Result.Taken(principal, new Subject(id, groups, all, issuedAt), renewable);
    }

    /// In milliseconds. Of other issuers it is known by the second: then the begin of that is taken.
    private static long issuedAt(TokenVerifier.Verified verified) {
        if (verified.issuer().isEmpty()
                && verified.claims().getClaim(SignedTokens.ISSUED_AT) instanceof Number milliseconds) {
            return milliseconds.longValue();
        }
        @Nullable Date issued = verified.claims().getIssueTime();
        return issued == null ? 0 : issued.toInstant().toEpochMilli();
    }

    /// Of the person who has approved a device.
    private static Result.Taken ofSession(
            JWTClaimsSet claims, UUID id, String session, long issuedAt, boolean renewable)
            throws TokenRefusedException {
        Set<UUID> groups = new HashSet<>();
        if (claims.getClaim("groups") instanceof Collection<?> named) {
            named.forEach(group -> groups.add(UUID.fromString(group.toString())));
        }
        boolean all = Boolean.TRUE.equals(claims.getClaim("all_groups"));
        Principal principal = new Principal(text(claims, "name"), text(claims, "principal_type"), id);
        return new Result.Taken(principal, new Subject(id, groups, all, issuedAt, session), renewable);
    }

    private static String text(JWTClaimsSet claims, String name) throws TokenRefusedException {
        Object value = claims.getClaim(name);
        if (value == null || value.toString().isBlank()) {
            throw new TokenRefusedException(TokenRefusedException.Kind.INVALID, "it has no claim " + name);
        }
        return value.toString();
    }

    private static Set<UUID> groups(TrustedIssuer issuer, @Nullable Object claim) {
        Set<UUID> groups = new HashSet<>();
        if (claim instanceof Collection<?> names) {
            names.forEach(name -> groups.add(group(issuer, String.valueOf(name))));
        }
        return groups;
    }

    /// A group that has a GUID is known by that; another one by its issuer and name.
    private static UUID group(TrustedIssuer issuer, String name) {
        try {
            UUID id = UUID.fromString(name);
            if (id.toString().equalsIgnoreCase(name)) {
                return id;
            }
        } catch (IllegalArgumentException notOne) {
            // Known by its name, then.
        }
        return DirectoryObject.idOf(issuer.issuer(), "group:" + name);
    }

    private static Problem refusal(TokenRefusedException.Kind kind, String baseUrl) {
        return switch (kind) {
            case EXPIRED ->
                new Problem.Unauthenticated(
                        ProblemCode.EXPIRED_AUTHENTICATION_TOKEN,
                        "The access token expiry UTC time is over. Sign in again.",
                        challenge(baseUrl, "invalid_token", "The access token has expired."));
            case WRONG_AUDIENCE ->
                new Problem.Unauthenticated(
                        ProblemCode.INVALID_AUTHENTICATION_TOKEN_AUDIENCE,
                        "The access token has been obtained for wrong audience or resource. It should exactly match"
                                + " with one of the allowed audiences '" + baseUrl + "','" + baseUrl + "/'.",
                        challenge(baseUrl, "invalid_token", "The audience is wrong."));
            case INVALID, REJECTED ->
                new Problem.Unauthenticated(
                        ProblemCode.INVALID_AUTHENTICATION_TOKEN,
                        "The access token is invalid.",
                        challenge(baseUrl, "invalid_token", "The access token is invalid."));
        };
    }

    /// In the words by which Azure's clients fetch a new token and repeat the request ("Continuous access evaluation").
    private Problem revoked(String baseUrl, boolean renewable) {
        String message = "The access token was revoked, or its principal is disabled.";
        if (!renewable) {
            return new Problem.Unauthenticated(
                    ProblemCode.INVALID_AUTHENTICATION_TOKEN, message, challenge(baseUrl, "invalid_token", message));
        }
        Map<String, Object> claims = Map.of(
                "access_token",
                Map.of(
                        "nbf",
                        Map.of(
                                "essential",
                                true,
                                "value",
                                Long.toString(clock.instant().getEpochSecond()))));
        String encoded = Base64.getEncoder().encodeToString(JsonMapper.shared().writeValueAsBytes(claims));
        return new Problem.Unauthenticated(
                ProblemCode.INVALID_AUTHENTICATION_TOKEN,
                message,
                challenge(baseUrl, "insufficient_claims", message) + ", claims=\"" + encoded + "\"");
    }

    private static String challenge(String baseUrl, String error, String description) {
        return "Bearer authorization_uri=\"" + baseUrl + "/adfs\", error=\"" + error + "\", error_description=\""
                + description + "\"";
    }

    private static String hash(String text) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
