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
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
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
/// @param authorities a file of those whose certificates clients may show; without it clients are not asked for one
public record Tls(Path certificate, Path key, Optional<Path> authorities) {

    private static final Duration LIFETIME = Duration.ofDays(365);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(30);
    private static final List<GeneralName> OWN_NAMES = List.of(name("localhost"), name("127.0.0.1"), name("::1"));
    private static final byte[] PROBE = "is this the key of the certificate?".getBytes(StandardCharsets.US_ASCII);

    /// One that asks clients for nothing.
    public Tls(Path certificate, Path key) {
        this(certificate, key, Optional.empty());
    }

    /// The same, which asks clients for certificates of these authorities.
    public Tls asking(Optional<Path> others) {
        return new Tls(certificate, key, others);
    }

    /// What a server shows, and until when it can.
    ///
    /// @param trusted the authorities of certificates of clients; empty where none is asked for
    record Loaded(KeyStore store, Instant end, Optional<KeyStore> trusted) {}

    /// A certificate for this machine's own names, signed by itself.
    public static Tls selfSigned(Path folder, Clock clock) {
        return selfSigned(folder, List.of(), clock);
    }

    /// A certificate for this machine's own names to itself and some more, signed by itself. It is kept in the
    /// folder, and made anew when it has run out, or is for other names.
    ///
    /// @param names of hosts, or addresses
    public static Tls selfSigned(Path folder, List<String> names, Clock clock) {
        Tls tls = new Tls(folder.resolve("server.crt"), folder.resolve("server.key"));
        List<GeneralName> all = new ArrayList<>(OWN_NAMES);
        names.forEach(name -> all.add(name(name)));
        try {
            if (!tls.lasts(clock.instant().plus(RENEWED_BEFORE), all)) {
                Files.createDirectories(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                tls.make(clock.instant(), all);
            }
            return tls;
        } catch (IOException failure) {
            throw new UncheckedIOException("can't write " + tls.certificate, failure);
        } catch (GeneralSecurityException | OperatorCreationException failure) {
            throw new IllegalStateException("can't make a certificate", failure);
        }
    }

    private static GeneralName name(String name) {
        boolean address = name.contains(":") || name.matches("[0-9.]+");
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name.replaceAll("[\\[\\]]", ""));
    }

    private boolean lasts(Instant until, List<GeneralName> names) throws IOException, GeneralSecurityException {
        if (!Files.exists(certificate) || !Files.exists(key)) {
            return false;
        }
        return chain().iterator().next() instanceof X509Certificate own
                && own.getNotAfter().toInstant().isAfter(until)
                && new JcaX509CertificateHolder(own)
                        .getExtension(Extension.subjectAlternativeName)
                        .getParsedValue()
                        .equals(subjects(names).toASN1Primitive());
    }

    private static GeneralNames subjects(List<GeneralName> names) {
        return new GeneralNames(names.toArray(GeneralName[]::new));
    }

    private void make(Instant now, List<GeneralName> names)
            throws IOException, GeneralSecurityException, OperatorCreationException {
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
        builder.addExtension(Extension.subjectAlternativeName, false, subjects(names));
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
    Loaded load(char[] password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, password);
            PrivateKey own = privateKey();
            Certificate[] chain = chain().toArray(Certificate[]::new);
            if (!fits(own, chain[0].getPublicKey())) {
                throw new IllegalArgumentException(key + " is not the key of the certificate in " + certificate);
            }
            store.setKeyEntry("server", own, password, chain);
            Instant end = chain[0] instanceof X509Certificate first
                    ? first.getNotAfter().toInstant()
                    : Instant.MAX;
            return new Loaded(store, end, trusted(password));
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalArgumentException(
                    "can't use " + certificate + " with " + key + ": " + failure.getMessage(), failure);
        }
    }

    private Optional<KeyStore> trusted(char[] password) throws IOException, GeneralSecurityException {
        if (authorities.isEmpty()) {
            return Optional.empty();
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, password);
        for (Certificate authority : certificates(authorities.get())) {
            if (authority instanceof X509Certificate issuer && issuer.getBasicConstraints() < 0) {
                throw new IllegalArgumentException(authorities.get() + " holds a certificate that is no authority's: "
                        + issuer.getSubjectX500Principal());
            }
            trusted.setCertificateEntry("authority-" + trusted.size(), authority);
        }
        return Optional.of(trusted);
    }

    /// Whether what the one signs is what the other expects.
    private static boolean fits(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> certified.getAlgorithm();
        };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(KeyFactory.getInstance(certified.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded())));
            signing.update(PROBE);
            Signature expected = Signature.getInstance(algorithm);
            expected.initVerify(certified);
            expected.update(PROBE);
            return expected.verify(signing.sign());
        } catch (InvalidKeySpecException ofAnotherKind) {
            return false;
        }
    }

    private Collection<? extends Certificate> chain() throws IOException {
        return certificates(certificate);
    }

    private static Collection<? extends Certificate> certificates(Path file) throws IOException {
        try (var stream = Files.newInputStream(file)) {
            Collection<? extends Certificate> read =
                    CertificateFactory.getInstance("X.509").generateCertificates(stream);
            if (read.isEmpty()) {
                throw new IllegalArgumentException(file + " holds no certificate");
            }
            return read;
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException(file + " holds no certificate in PEM form", malformed);
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
