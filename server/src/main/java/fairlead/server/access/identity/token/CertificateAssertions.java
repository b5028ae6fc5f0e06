package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.access.identity.ClientCertificate;
import fairlead.server.access.identity.Credential;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.database.Database;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Assertions by which service principals show that they have the private key of a certificate that is registered for
/// them. Each is taken once.
///
/// Implements "Using Assertions for Client Authentication" of "RFC 7523", as "Microsoft identity platform application
/// authentication certificate credentials" has it.
final class CertificateAssertions {

    private static final Set<String> ALGORITHMS = Set.of("RS256", "PS256");
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final String REMEMBER = "INSERT INTO used_assertion (id, ends) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String FORGET = "DELETE FROM used_assertion WHERE ends < ?";

    private final Directory directory;
    private final Database database;
    private final Clock clock;

    CertificateAssertions(Directory directory, Database database, Clock clock) {
        this.directory = directory;
        this.database = database;
        this.clock = clock;
    }

    /// Whether an assertion is one that a client has made of itself.
    static boolean isOwn(String clientId, String assertion) {
        try {
            String issuer = SignedJWT.parse(assertion).getJWTClaimsSet().getIssuer();
            return clientId.equalsIgnoreCase(issuer);
        } catch (ParseException notOne) {
            return false;
        }
    }

    /// The service principal that has signed it.
    ///
    /// @param audiences the addresses of the token endpoint
    DirectoryObject verify(String clientId, String assertion, Set<String> audiences) throws TokenRefusedException {
        try {
            SignedJWT token = SignedJWT.parse(assertion);
            JWTClaimsSet claims = token.getJWTClaimsSet();
            DirectoryObject client = directory
                    .findClient(clientId)
                    .filter(object -> !object.disabled())
                    .orElseThrow(() -> refused("there is no client " + clientId));
            requireSignature(token, client);
            if (!clientId.equalsIgnoreCase(claims.getSubject())) {
                throw refused("its subject is " + claims.getSubject());
            }
            if (claims.getAudience().stream().map(TokenVerifier::normal).noneMatch(audiences::contains)) {
                throw refused("it is for " + claims.getAudience());
            }
            requireTimes(claims);
            requireNew(client, claims);
            return client;
        } catch (ParseException malformed) {
            throw refused("it is no signed JWT: " + malformed.getMessage());
        }
    }

    private void requireSignature(SignedJWT token, DirectoryObject client) throws TokenRefusedException {
        JWSHeader header = token.getHeader();
        if (!ALGORITHMS.contains(header.getAlgorithm().getName())) {
            throw refused("its algorithm is " + header.getAlgorithm());
        }
        ClientCertificate certificate = certificates(client).stream()
                .filter(one -> isNamed(one, header))
                .findFirst()
                .orElseThrow(() -> refused("its certificate is not registered for " + client.name()));
        try {
            if (!token.verify(new RSASSAVerifier((RSAPublicKey) certificate.key()))) {
                throw refused("its signature is wrong");
            }
        } catch (JOSEException unfit) {
            throw refused("its key does not fit: " + unfit.getMessage());
        }
    }

    private List<ClientCertificate> certificates(DirectoryObject client) {
        return directory.credentials(client.id()).stream()
                .filter(credential -> credential.ends().isAfter(clock.instant()))
                .map(Credential::proof)
                .filter(Credential.Proof.Certificate.class::isInstance)
                .map(proof -> ClientCertificate.kept((Credential.Proof.Certificate) proof))
                .toList();
    }

    /// By one of its thumbprints. Any one of them will do: the signature says the rest.
    @SuppressWarnings("deprecation") // SHA-1 names the certificate here, as clients have it, and proves nothing.
    private static boolean isNamed(ClientCertificate certificate, JWSHeader header) {
        // Some clients write it with padding, and others without.
        Optional<byte[]> sha256 =
                Optional.ofNullable(header.getX509CertSHA256Thumbprint()).map(Base64URL::decode);
        Optional<byte[]> sha1 =
                Optional.ofNullable(header.getX509CertThumbprint()).map(Base64URL::decode);
        return sha256.map(found -> Arrays.equals(found, certificate.digest("SHA-256")))
                .or(() -> sha1.map(found -> Arrays.equals(found, certificate.digest("SHA-1"))))
                .orElse(false);
    }

    private void requireTimes(JWTClaimsSet claims) throws TokenRefusedException {
        Instant now = clock.instant();
        @Nullable Date end = claims.getExpirationTime();
        @Nullable Date begin = claims.getNotBeforeTime();
        if (end == null || !now.isBefore(end.toInstant().plus(TokenVerifier.SKEW))) {
            throw refused("it has ended, or has no end");
        }
        if (end.toInstant().isAfter(now.plus(LONGEST))) {
            throw refused("it is good for longer than an hour");
        }
        if (begin != null && now.plus(TokenVerifier.SKEW).isBefore(begin.toInstant())) {
            throw refused("it is from the future");
        }
    }

    /// That it was not seen before, by any node.
    private void requireNew(DirectoryObject client, JWTClaimsSet claims) throws TokenRefusedException {
        @Nullable String id = claims.getJWTID();
        if (id == null || id.isBlank()) {
            throw refused("it has no jti");
        }
        String key = sha256(client.id() + "\n" + id);
        Instant ends = claims.getExpirationTime().toInstant().plus(TokenVerifier.SKEW);
        boolean fresh = database.write(transaction -> {
            transaction.update(FORGET, clock.instant());
            return transaction.update(REMEMBER, key, ends) == 1;
        });
        if (!fresh) {
            throw refused("it was used before");
        }
    }

    static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static TokenRefusedException refused(String reason) {
        return new TokenRefusedException(TokenRefusedException.Kind.INVALID, reason);
    }
}
