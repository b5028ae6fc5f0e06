package fairlead.cli.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/// By what a person or program shows on the connection who it is: a certificate, with those that it was issued by
/// behind
/// it, and its private key, both in PEM files.
public record ClientKey(Path certificate, Path key) {

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

    /// `CERT,KEY`. Throws [IllegalArgumentException] for anything else.
    public static ClientKey parse(String text) {
        int comma = text.indexOf(',');
        if (comma > 0 && comma < text.length() - 1) {
            return new ClientKey(Path.of(text.substring(0, comma)), Path.of(text.substring(comma + 1)));
        }
        throw new IllegalArgumentException("expected CERT,KEY for the client certificate, found '" + text + "'");
    }

    /// What shows it. Throws [IllegalArgumentException] with what is wrong with a file.
    KeyManager[] managers() {
        try (var pem = Files.newInputStream(certificate)) {
            Certificate[] chain = CertificateFactory.getInstance("X.509").generateCertificates(pem).stream()
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new IllegalArgumentException(certificate + " holds no certificate in PEM form");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("client", privateKey(), new char[0], chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            return managers.getKeyManagers();
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file " + missing.getMessage(), missing);
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalArgumentException(
                    "can't use " + certificate + " with " + key + ": " + failure.getMessage(), failure);
        }
    }

    private PrivateKey privateKey() throws IOException, GeneralSecurityException {
        String pem = Files.readString(key);
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(key + " holds no private key as PKCS#8 in PEM form without a password"
                    + " (-----BEGIN PRIVATE KEY-----); openssl pkcs8 -topk8 -nocrypt makes one of others");
        }
        byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (InvalidKeySpecException ofAnotherKind) {
                // The next, then.
            }
        }
        throw new IllegalArgumentException(
                key + " holds a key of a kind that is not known; expected one of " + String.join(", ", ALGORITHMS));
    }
}
