package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.access.identity.DirectoryObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/// Signs the tokens that are given here.
final class SignedTokens {

    static final Duration VALID = Duration.ofHours(1);

    /// When a token was made, more exactly than `iat` tells: one that is fetched in the second in which those of before
    /// are revoked is taken, and one of just before is not. In milliseconds since 1970.
    static final String ISSUED_AT = "iat_ms";

    private final AuthorityKeys keys;
    private final Clock clock;
    private final Supplier<UUID> ids;

    SignedTokens(AuthorityKeys keys, Clock clock, Supplier<UUID> ids) {
        this.keys = keys;
        this.clock = clock;
        this.ids = ids;
    }

    /// An access token of a service principal.
    String ofClient(DirectoryObject client, String baseUrl, boolean renewable) {
        JWTClaimsSet.Builder claims = begin(baseUrl, baseUrl, client.id(), VALID)
                .claim("appid", client.subject())
                .claim("app_displayname", client.name())
                .claim("idtyp", "app");
        return signed(renewed(claims, renewable));
    }

    /// An access token of the person who has approved a device.
    String ofSession(DeviceSession session, String baseUrl, boolean renewable) {
        JWTClaimsSet.Builder claims = begin(
                        baseUrl, baseUrl, session.principal().id(), left(session))
                .claim("appid", session.client())
                .claim("idtyp", "user")
                .claim("name", session.principal().name())
                .claim("principal_type", session.principal().type())
                .claim("sid", session.id())
                .claim("groups", session.groups().stream().map(UUID::toString).toList())
                .claim("all_groups", session.groupsKnown());
        return signed(renewed(claims, renewable));
    }

    /// What tells a client who its user is, and is no permission ("OpenID Connect Core 1.0").
    String ofUser(DeviceSession session, String baseUrl) {
        return signed(begin(baseUrl, session.client(), session.principal().id(), left(session))
                .claim("name", session.principal().name())
                .claim("preferred_username", session.principal().name())
                .claim("upn", session.principal().name())
                .claim("unique_name", session.principal().name())
                .claim("ver", "1.0"));
    }

    /// A token ends with its session, at the latest.
    Duration left(DeviceSession session) {
        Duration left = Duration.between(clock.instant(), session.ends());
        return left.compareTo(VALID) < 0 ? left : VALID;
    }

    private JWTClaimsSet.Builder begin(String baseUrl, String audience, UUID id, Duration validity) {
        Instant now = clock.instant();
        return new JWTClaimsSet.Builder()
                .issuer(baseUrl + "/adfs")
                .audience(audience)
                .subject(id.toString())
                .claim("oid", id.toString())
                .claim("tid", Authority.TENANT)
                .jwtID(ids.get().toString())
                .issueTime(Date.from(now))
                .claim(ISSUED_AT, now.toEpochMilli())
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(validity)));
    }

    private static JWTClaimsSet.Builder renewed(JWTClaimsSet.Builder claims, boolean renewable) {
        return renewable ? claims.claim("xms_cc", List.of("CP1")) : claims;
    }

    private String signed(JWTClaimsSet.Builder claims) {
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
