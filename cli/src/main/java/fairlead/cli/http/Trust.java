package fairlead.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The certificates of servers that are trusted.
public final class Trust {

    private Trust() {}

    /// Those that the machine believes.
    public static SSLContext ofMachine() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// Only those that are in the file, in PEM form, and what they were used to issue. Throws
    /// [IllegalArgumentException] with what is wrong with the file.
    public static SSLContext of(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(file + " holds no certificate in PEM form");
            }
            return context(certificates);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file " + file, missing);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("can't read " + file + ": " + unreadable.getMessage(), unreadable);
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(file + " holds no certificate in PEM form", malformed);
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static SSLContext context(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException, IOException {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        for (Certificate certificate : certificates) {
            anchors.setCertificateEntry("ca-" + anchors.size(), certificate);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
