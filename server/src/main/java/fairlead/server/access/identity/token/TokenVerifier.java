package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.access.identity.token.TokenRefusedException.Kind;
import java.security.PublicKey;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Verifies tokens of the issuers that are trusted, and of this control plane itself.
///
/// Implements "JSON Web Token Best Current Practices": algorithms by a list, keys by what is configured and never by
/// what the
/// token brings, issuer and audience exactly, and access tokens alone.
public final class TokenVerifier {

    /// By how much clocks may differ.
    static final Duration SKEW = Duration.ofSeconds(60);

    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");
    private static final Set<String> OF_ID_TOKENS = Set.of("nonce", "at_hash", "c_hash");
    private static final int LONGEST = 16 * 1024;

    private final Map<String, Trusted> issuers;
    private final AuthorityKeys own;
    private final Clock clock;

    private record Trusted(TrustedIssuer issuer, IssuerKeys keys) {}

    public TokenVerifier(List<TrustedIssuer> issuers, AuthorityKeys own, Clock clock) {
        this.issuers = issuers.stream()
                .map(issuer -> new Trusted(issuer, new IssuerKeys(issuer)))
                .collect(Collectors.toUnmodifiableMap(trusted -> trusted.issuer.issuer(), Function.identity()));
        this.own = own;
        this.clock = clock;
    }

    /// What a token says, once it is known to be so.
    ///
    /// @param issuer empty for one of this control plane
    public record Verified(Optional<TrustedIssuer> issuer, JWTClaimsSet claims) {}

    /// An access token.
    ///
    /// @param audiences for one of which a token of this control plane has to be
    public Verified verify(String token, Set<String> audiences) throws TokenRefusedException {
        Parsed parsed = parse(token);
        Optional<Trusted> trusted = Optional.ofNullable(issuers.get(parsed.issuer));
        requireType(parsed);
        if (trusted.isEmpty()) {
            requireSignature(parsed, own.published().getKeys(), Set.of("ES256"));
            requireTimes(parsed.claims);
            requireAudience(parsed.claims, audiences);
            return new Verified(Optional.empty(), parsed.claims);
        }
        TrustedIssuer issuer = trusted.get().issuer;
        requireSignature(parsed, trusted.get().keys.find(matcher(parsed.token.getHeader())), issuer.algorithms());
        requireTimes(parsed.claims);
        requireAudience(parsed.claims, issuer.audiences());
        requireClaims(parsed.claims, issuer.required());
        return new Verified(Optional.of(issuer), parsed.claims);
    }

    /// A token by which a service principal signs in here: its issuer has to be trusted, but it is for an
    /// audience
    /// that the principal's credential names, and may be of any type.
    public JWTClaimsSet verifyForeign(String token) throws TokenRefusedException {
        Parsed parsed = parse(token);
        Trusted trusted = Optional.ofNullable(issuers.get(parsed.issuer))
                .orElseThrow(() ->
                        new TokenRefusedException(Kind.INVALID, "the issuer '" + parsed.issuer + "' is not trusted"));
        requireSignature(parsed, trusted.keys.find(matcher(parsed.token.getHeader())), trusted.issuer.algorithms());
        requireTimes(parsed.claims);
        requireClaims(parsed.claims, trusted.issuer.required());
        return parsed.claims;
    }

    private record Parsed(SignedJWT token, JWTClaimsSet claims, String issuer) {}

    private static Parsed parse(String token) throws TokenRefusedException {
        if (token.length() > LONGEST) {
            throw new TokenRefusedException(Kind.INVALID, "it is longer than " + LONGEST + " characters");
        }
        try {
            SignedJWT parsed = SignedJWT.parse(token);
            JWTClaimsSet claims = parsed.getJWTClaimsSet();
            String issuer = claims.getIssuer();
            return new Parsed(parsed, claims, issuer == null ? "" : issuer);
        } catch (ParseException | IllegalArgumentException malformed) {
            throw new TokenRefusedException(Kind.INVALID, "it is no signed JWT: " + malformed.getMessage());
        }
    }

    /// An ID token tells an application who its user is, and is no permission.
    private static void requireType(Parsed parsed) throws TokenRefusedException {
        JOSEObjectType type = parsed.token.getHeader().getType();
        if (type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT))) {
            throw new TokenRefusedException(Kind.INVALID, "its type is " + type);
        }
        for (String claim : OF_ID_TOKENS) {
            if (parsed.claims.getClaim(claim) != null) {
                throw new TokenRefusedException(Kind.INVALID, "it is an ID token: it has " + claim);
            }
        }
    }

    private static JWKMatcher matcher(JWSHeader header) {
        return JWKMatcher.forJWSHeader(header);
    }

    private static void requireSignature(Parsed parsed, List<JWK> keys, Set<String> algorithms)
            throws TokenRefusedException {
        JWSHeader header = parsed.token.getHeader();
        if (!algorithms.contains(header.getAlgorithm().getName())) {
            throw new TokenRefusedException(Kind.INVALID, "its algorithm is " + header.getAlgorithm());
        }
        for (JWK key : keys) {
            boolean named = header.getKeyID() == null || header.getKeyID().equals(key.getKeyID());
            if (named && isSigned(parsed.token, key)) {
                return;
            }
        }
        throw new TokenRefusedException(Kind.INVALID, "no key of its issuer has signed it, kid " + header.getKeyID());
    }

    private static boolean isSigned(SignedJWT token, JWK key) throws TokenRefusedException {
        try {
            JWSVerifier verifier = key instanceof OctetKeyPair pair
                    ? new com.nimbusds.jose.crypto.Ed25519Verifier(pair)
                    : new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), publicKey(key));
            return token.verify(verifier);
        } catch (JOSEException unfit) {
            throw new TokenRefusedException(Kind.INVALID, "its key does not fit: " + unfit.getMessage());
        }
    }

    private static PublicKey publicKey(JWK key) throws JOSEException, TokenRefusedException {
        if (key instanceof AsymmetricJWK asymmetric) {
            return asymmetric.toPublicKey();
        }
        throw new TokenRefusedException(Kind.INVALID, "a key of its issuer is no public key");
    }

    private void requireTimes(JWTClaimsSet claims) throws TokenRefusedException {
        Instant now = clock.instant();
        @Nullable Date end = claims.getExpirationTime();
        if (end == null) {
            throw new TokenRefusedException(Kind.INVALID, "it has no end");
        }
        if (!now.isBefore(end.toInstant().plus(SKEW))) {
            throw new TokenRefusedException(Kind.EXPIRED, "it ended at " + end.toInstant());
        }
        @Nullable Date begin = claims.getNotBeforeTime();
        @Nullable Date issued = claims.getIssueTime();
        boolean future = (begin != null && now.plus(SKEW).isBefore(begin.toInstant()))
                || (issued != null && now.plus(SKEW).isBefore(issued.toInstant()));
        if (future) {
            throw new TokenRefusedException(Kind.INVALID, "it is from the future");
        }
    }

    private static void requireAudience(JWTClaimsSet claims, Set<String> audiences) throws TokenRefusedException {
        Collection<String> found = claims.getAudience();
        if (found.stream().map(TokenVerifier::normal).noneMatch(audiences::contains)
                && found.stream().noneMatch(audiences::contains)) {
            throw new TokenRefusedException(Kind.WRONG_AUDIENCE, "it is for " + found + ", and not for " + audiences);
        }
    }

    /// Azure's clients put one slash or two behind an audience.
    static String normal(String audience) {
        return audience.replaceAll("/+$", "");
    }

    private static void requireClaims(JWTClaimsSet claims, Map<String, String> required) throws TokenRefusedException {
        for (Map.Entry<String, String> one : required.entrySet()) {
            Object found = claims.getClaim(one.getKey());
            if (found == null || !one.getValue().equals(found.toString())) {
                throw new TokenRefusedException(Kind.REJECTED, "its claim " + one.getKey() + " is not as required");
            }
        }
    }
}
