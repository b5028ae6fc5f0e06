package fairlead.server.access.identity;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/// A certificate by whose private key a service principal signs in. Who has issued it does not matter: it is taken
/// because it was registered.
public record ClientCertificate(X509Certificate certificate) {

    private static final int SHORTEST = 2048;
    private static final int LARGEST = 16 * 1024;

    /// Reads one, as PEM, or as DER in Base64, or as PEM in Base64, which the Azure CLI sends.
    ///
    /// @param target where it stands in the request
    public static ClientCertificate parse(String text, String target) {
        try {
            String begin = text.strip();
            byte[] bytes = begin.startsWith("-----")
                    ? begin.getBytes(StandardCharsets.US_ASCII)
                    : Base64.getMimeDecoder().decode(begin);
            X509Certificate read = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
            boolean weak = !(read.getPublicKey() instanceof RSAPublicKey key)
                    || key.getModulus().bitLength() < SHORTEST;
            if (weak || text.length() > LARGEST) {
                throw refused("expected a certificate with an RSA key of at least " + SHORTEST + " bits", target);
            }
            return new ClientCertificate(read);
        } catch (CertificateException | IllegalArgumentException unreadable) {
            throw refused("expected an X.509 certificate, as PEM or as DER in Base64", target);
        }
    }

    private static ProblemException refused(String message, String target) {
        return new ProblemException(Problem.InvalidBody.of("principal.certificate", message, target));
    }

    /// One as it is kept.
    public static ClientCertificate kept(Credential.Proof.Certificate proof) {
        return parse(proof.der(), "");
    }

    Instant ends() {
        return certificate.getNotAfter().toInstant();
    }

    String base64() {
        try {
            return Base64.getEncoder().encodeToString(certificate.getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("it was read", impossible);
        }
    }

    /// The key by which assertions are verified.
    public PublicKey key() {
        return certificate.getPublicKey();
    }

    /// The SHA-1 thumbprint in hexadecimal, as people compare it.
    public String hexThumbprint() {
        return HexFormat.of().formatHex(digest("SHA-1"));
    }

    /// Its thumbprint: `x5t` (SHA-1) or `x5t#S256` (SHA-256) of an assertion.
    public byte[] digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm).digest(certificate.getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + algorithm, impossible);
        }
    }
}
