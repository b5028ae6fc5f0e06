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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// How connections to an https server are made: whom it is believed to be, and what is shown to it.
public final class Trust {

    private Trust() {}

    /// @param authorities a file of certificates in PEM form: they alone are believed, and what they were used to
    /// issue;
    ///     without it those that the machine believes
    /// @param shown to a server that asks for it; without it nothing
    /// @throws IllegalArgumentException with what is wrong with a file
    public static SSLContext of(Optional<Path> authorities, Optional<ClientKey> shown) {
        try {
            if (authorities.isEmpty() && shown.isEmpty()) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    shown.map(ClientKey::managers).orElse(null),
                    authorities.isPresent() ? believing(certificates(authorities.get())) : null,
                    null);
            return context;
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    /// Those that the machine believes, and those in a file besides.
    public static SSLContext besides(Optional<Path> authorities) {
        try {
            TrustManagerFactory machine = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            machine.init((KeyStore) null);
            List<Certificate> all = new ArrayList<>();
            for (TrustManager manager : machine.getTrustManagers()) {
                if (manager instanceof X509TrustManager known) {
                    all.addAll(List.of(known.getAcceptedIssuers()));
                }
            }
            authorities.ifPresent(file -> all.addAll(certificates(file)));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, believing(all), null);
            return context;
        } catch (GeneralSecurityException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    private static TrustManager[] believing(Collection<? extends Certificate> certificates)
            throws GeneralSecurityException {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            for (Certificate certificate : certificates) {
                anchors.setCertificateEntry("ca-" + anchors.size(), certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(anchors);
            return managers.getTrustManagers();
        } catch (IOException neverOfNothing) {
            throw new IllegalStateException(neverOfNothing);
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(file + " holds no certificate in PEM form");
            }
            return certificates;
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file " + file, missing);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("can't read " + file + ": " + unreadable.getMessage(), unreadable);
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(file + " holds no certificate in PEM form", malformed);
        }
    }
}
