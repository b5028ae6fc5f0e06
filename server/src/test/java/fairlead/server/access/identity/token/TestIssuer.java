package fairlead.server.access.identity.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;

/// An issuer whose keys are in a file.
public final class TestIssuer {

    public static final String NAME = "https://idp.example";

    private final Path folder;
    private final RSAKey key;

    private TestIssuer(Path folder, RSAKey key) {
        this.folder = folder;
        this.key = key;
    }

    /// One whose files are in the folder.
    public static TestIssuer in(Path folder) {
        try {
            return new TestIssuer(
                    folder,
                    new RSAKeyGenerator(2048)
                            .keyID("one")
                            .keyUse(KeyUse.SIGNATURE)
                            .generate());
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// The file of issuers that has this one alone.
    ///
    /// @param more members of the issuer, each with a comma before it
    public Path file(String audience, String... more) {
        try {
            Path keys = Files.writeString(folder.resolve("issuer-keys.json"), new JWKSet(key.toPublicJWK()).toString());
            return Files.writeString(
                    folder.resolve("issuers.json"),
                    "{\"issuers\": [{\"issuer\": \"" + NAME + "\", \"audiences\": [\"" + audience + "\"], \"keys\": \""
                            + keys.toUri() + "\"" + String.join("", more) + "}]}");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// A token for a quarter of an hour.
    public String token(String subject, String audience) {
        return token(claims(subject, audience).build());
    }

    /// What a token usually says.
    public static JWTClaimsSet.Builder claims(String subject, String audience) {
        return new JWTClaimsSet.Builder()
                .issuer(NAME)
                .subject(subject)
                .audience(audience)
                .issueTime(Date.from(Instant.now()))
                .expirationTime(Date.from(Instant.now().plusSeconds(900)));
    }

    /// A token that says that.
    public String token(JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(), claims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
