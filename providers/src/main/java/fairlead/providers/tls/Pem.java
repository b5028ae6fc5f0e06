package fairlead.providers.tls;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.HexFormat;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;

/// Certificates and lists as text.
final class Pem {

    private Pem() {}

    /// A certificate or a revocation list in PEM.
    static String write(Object content) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
            pem.writeObject(content);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return text.toString().replace("\r\n", "\n");
    }

    /// A certificate that was written by [#write].
    static X509CertificateHolder certificate(String pem) {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            if (parser.readObject() instanceof X509CertificateHolder certificate) {
                return certificate;
            }
            throw new IllegalStateException("a stored certificate is not one");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /// A serial number as `openssl x509 -serial` shows it.
    static String hex(BigInteger serial) {
        String digits = serial.toString(16).toUpperCase(java.util.Locale.ROOT);
        return digits.length() % 2 == 0 ? digits : "0" + digits;
    }
}
