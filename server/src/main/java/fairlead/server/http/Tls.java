package fairlead.server.http;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// A certificate and its key, as PEM files: the server presents the certificate to clients.
///
/// @param certificate the certificate, with those that it was issued by behind it
public record Tls(Path certificate, Path key) {

    private static final Duration LIFETIME = Duration.ofDays(365);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

    /// A certificate for this machine's own names, signed by itself. It is kept in the folder, and made anew when it
    /// has run out.
    public static Tls selfSigned(Path folder, Clock clock) {
        Tls tls = new Tls(folder.resolve("server.crt"), folder.resolve("server.key"));
        try {
            if (!tls.lasts(clock.instant().plus(RENEWED_BEFORE))) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                tls.make(clock.instant());
            }
            return tls;
        } catch (IOException failure) {
            throw new UncheckedIOException("can't write " + tls.certificate, failure);
        } catch (GeneralSecurityException | OperatorCreationException failure) {
            throw new IllegalStateException("can't make a certificate", failure);
        }
    }

    private boolean lasts(Instant until) throws IOException {
        if (!Files.exists(certificate) || !Files.exists(key)) {
            return false;
        }
        return chain().iterator().next() instanceof X509Certificate own
                && own.getNotAfter().toInstant().isAfter(until);
    }

    private void make(Instant now) throws IOException, GeneralSecurityException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair pair = generator.generateKeyPair();
        X500Name name = new X500Name("CN=localhost");
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(127, new SecureRandom()),
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(LIFETIME)),
                name,
                pair.getPublic());
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
            new GeneralName(GeneralName.iPAddress, "::1")
        }));
        Files.deleteIfExists(key);
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        write(key, new JcaPKCS8Generator(pair.getPrivate(), null));
        write(certificate, builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
    }

    private static void write(Path file, Object content) throws IOException {
        try (Writer text = Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
                JcaPEMWriter pem = new JcaPEMWriter(text)) {
            pem.writeObject(content);
        }
    }

    /// Both, for a server to load. Throws [IllegalArgumentException] with what is wrong with a file.
    KeyStore load(char[] password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            store.setKeyEntry("server", privateKey(), password, chain().toArray(Certificate[]::new));
            return store;
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalArgumentException(
                    "can't use " + certificate + " with " + key + ": " + failure.getMessage(), failure);
        }
    }

    private Collection<? extends Certificate> chain() throws IOException {
        try (var stream = Files.newInputStream(certificate)) {
            Collection<? extends Certificate> chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(stream);
            if (chain.isEmpty()) {
                throw new IllegalArgumentException(certificate + " holds no certificate");
            }
            return chain;
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException(certificate + " holds no certificate in PEM form", malformed);
        }
    }

    private PrivateKey privateKey() throws IOException {
        try (Reader text = Files.newBufferedReader(key, StandardCharsets.US_ASCII);
                PEMParser parser = new PEMParser(text)) {
            JcaPEMKeyConverter converter = new JcaPEMKeyConverter().setProvider(new BouncyCastleProvider());
            Object found = parser.readObject();
            if (found instanceof PEMKeyPair pair) {
                return converter.getPrivateKey(pair.getPrivateKeyInfo());
            }
            if (found instanceof PrivateKeyInfo info) {
                return converter.getPrivateKey(info);
            }
            throw new IllegalArgumentException(key + " holds no private key in PEM form without a password");
        }
    }
}
