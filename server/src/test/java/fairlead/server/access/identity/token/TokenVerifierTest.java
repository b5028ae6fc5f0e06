package fairlead.server.access.identity.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import fairlead.server.access.identity.token.TokenRefusedException.Kind;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {

    private static final String ISSUER = "https://idp.example/realms/one";
    private static final String AUDIENCE = "https://fairlead.example";
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final RSAKey KEY = key("first");

    @TempDir
    private Path folder;

    private SqliteDatabase database;
    private TokenVerifier verifier;

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).keyUse(KeyUse.SIGNATURE).generate();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() throws IOException {
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Migrations.apply(database, clock);
        String keyset = Vault.newKeyset();
        AuthorityKeys own = new AuthorityKeys(database, new Vault(() -> keyset), clock, UUID::randomUUID);
        Path keys = Files.writeString(folder.resolve("keys.json"), new JWKSet(KEY.toPublicJWK()).toString());
        TrustedIssuer issuer = new TrustedIssuer(
                ISSUER,
                Set.of(AUDIENCE),
                Optional.of(keys.toUri()),
                Set.of("RS256"),
                new TrustedIssuer.Claims("sub", "name", Optional.empty()),
                Map.of("tenant", "one"),
                Optional.empty());
        verifier = new TokenVerifier(List.of(issuer), own, clock);
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject("alice")
                .claim("tenant", "one")
                .issueTime(Date.from(NOW.minusSeconds(10)))
                .expirationTime(Date.from(NOW.plusSeconds(600)));
    }

    private static String signed(JWTClaimsSet.Builder claims) {
        return signed(claims, new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first"), signer(KEY));
    }

    private static JWSSigner signer(RSAKey key) {
        try {
            return new RSASSASigner(key);
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String signed(JWTClaimsSet.Builder claims, JWSHeader.Builder header, JWSSigner signer) {
        try {
            SignedJWT token = new SignedJWT(header.build(), claims.build());
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void refused(String token, Kind kind) {
        assertThatThrownBy(() -> verifier.verify(token, Set.of("https://localhost")))
                .isInstanceOfSatisfying(
                        TokenRefusedException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(kind));
    }

    @Test
    void aTokenOfATrustedIssuerIsTaken() throws TokenRefusedException {
        assertThat(verifier.verify(signed(claims()), Set.of()).claims().getSubject())
                .isEqualTo("alice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JWT", "at+jwt", "application/at+jwt"})
    void accessTokensOfEachNameAreTaken(String type) throws TokenRefusedException {
        JWSHeader.Builder header =
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first").type(new JOSEObjectType(type));
        assertThat(verifier.verify(signed(claims(), header, signer(KEY)), Set.of())
                        .issuer())
                .isPresent();
    }

    @Nested
    class ATokenIsRefusedThat {

        @Test
        void isNotSigned() {
            refused(new PlainJWT(claims().build()).serialize(), Kind.INVALID);
        }

        @Test
        void isSignedWithThePublicKeyAsASecret() throws JOSEException {
            byte[] secret = KEY.toPublicJWK().toRSAPublicKey().getEncoded();
            refused(
                    signed(claims(), new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first"), new MACSigner(secret)),
                    Kind.INVALID);
        }

        @Test
        void isSignedWithAnAlgorithmThatTheIssuerDoesNotUse() {
            refused(
                    signed(claims(), new JWSHeader.Builder(JWSAlgorithm.RS512).keyID("first"), signer(KEY)),
                    Kind.INVALID);
        }

        @Test
        void bringsItsOwnKey() {
            RSAKey own = key("own");
            refused(
                    signed(claims(), new JWSHeader.Builder(JWSAlgorithm.RS256).jwk(own.toPublicJWK()), signer(own)),
                    Kind.INVALID);
        }

        @Test
        void isSignedByAnotherKeyOfTheSameName() {
            refused(
                    signed(claims(), new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first"), signer(key("first"))),
                    Kind.INVALID);
        }

        @Test
        void isOfAnIssuerThatIsNotTrusted() {
            refused(signed(claims().issuer(ISSUER + "/")), Kind.INVALID);
        }

        @Test
        void isForSomebodyElse() {
            refused(signed(claims().audience("https://other.example")), Kind.WRONG_AUDIENCE);
        }

        @Test
        void hasEndedLongerAgoThanClocksDiffer() throws TokenRefusedException {
            refused(signed(claims().expirationTime(Date.from(NOW.minusSeconds(60)))), Kind.EXPIRED);
            assertThat(verifier.verify(signed(claims().expirationTime(Date.from(NOW.minusSeconds(59)))), Set.of())
                            .issuer())
                    .isPresent();
        }

        @Test
        void hasNoEnd() {
            refused(signed(claims().expirationTime(null)), Kind.INVALID);
        }

        @Test
        void isFromTheFuture() {
            refused(signed(claims().notBeforeTime(Date.from(NOW.plusSeconds(90)))), Kind.INVALID);
            refused(signed(claims().issueTime(Date.from(NOW.plusSeconds(90)))), Kind.INVALID);
        }

        @Test
        void isAnIdToken() {
            refused(signed(claims().claim("nonce", "n")), Kind.INVALID);
            refused(signed(claims().claim("at_hash", "h")), Kind.INVALID);
        }

        @Test
        void isOfAnotherType() {
            refused(
                    signed(
                            claims(),
                            new JWSHeader.Builder(JWSAlgorithm.RS256)
                                    .keyID("first")
                                    .type(new JOSEObjectType("logout+jwt")),
                            signer(KEY)),
                    Kind.INVALID);
        }

        @Test
        void lacksWhatTheIssuersEntryRequires() {
            refused(signed(claims().claim("tenant", "two")), Kind.REJECTED);
            refused(signed(claims().claim("tenant", null)), Kind.REJECTED);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", ".", "..", "a.b.c", "eyJhbGciOiJub25lIn0.e30."})
        void isNoToken(String text) {
            refused(text, Kind.INVALID);
        }
    }
}
