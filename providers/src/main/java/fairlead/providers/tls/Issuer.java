package fairlead.providers.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLDistPoint;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.DistributionPoint;
import org.bouncycastle.asn1.x509.DistributionPointName;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Signs certificates and revocation lists with an authority's key, in the form of the "Internet X.509 Public Key
/// Infrastructure Certificate and CRL Profile" (RFC 5280).
final class Issuer {

    private final X500Name name;
    private final SubjectPublicKeyInfo publicKey;
    private final ContentSigner signer;

    Issuer(X500Name name, SubjectPublicKeyInfo publicKey, PrivateKey privateKey, KeyAlgorithm algorithm) {
        this.name = name;
        this.publicKey = publicKey;
        try {
            this.signer = new JcaContentSignerBuilder(algorithm.signature()).build(privateKey);
        } catch (OperatorCreationException failure) {
            throw new IllegalStateException(
                    "this Java platform can't sign with a key of the kind " + algorithm, failure);
        }
    }

    /// The values that all certificates have.
    record Term(BigInteger serial, Instant notBefore, Instant notAfter) {}

    /// What a certificate that is not an authority's says.
    record Leaf(
            X500Name subject,
            SubjectPublicKeyInfo publicKey,
            GeneralNames names,
            List<KeyPurposeId> usages,
            List<String> crlUrls) {}

    /// The authority's own certificate. Nothing it has issued may be an authority in turn.
    X509CertificateHolder root(Term term) {
        X509v3CertificateBuilder builder = builder(term, name, publicKey);
        return signed(() -> {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(Extension.subjectKeyIdentifier, false, keyIdentifier(publicKey));
            return builder.build(signer);
        });
    }

    X509CertificateHolder leaf(Term term, Leaf leaf) {
        X509v3CertificateBuilder builder = builder(term, leaf.subject(), leaf.publicKey());
        int usage = KeyUsage.digitalSignature | (PublicKeys.isRsa(leaf.publicKey()) ? KeyUsage.keyEncipherment : 0);
        boolean nameless = leaf.subject().getRDNs().length == 0;
        return signed(() -> {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(usage));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    false,
                    new ExtendedKeyUsage(leaf.usages().toArray(KeyPurposeId[]::new)));
            builder.addExtension(Extension.subjectKeyIdentifier, false, keyIdentifier(leaf.publicKey()));
            builder.addExtension(Extension.authorityKeyIdentifier, false, authorityKeyIdentifier());
            builder.addExtension(Extension.subjectAlternativeName, nameless, leaf.names());
            for (String url : leaf.crlUrls()) {
                builder.addExtension(Extension.cRLDistributionPoints, false, distributionPoint(url));
            }
            return builder.build(signer);
        });
    }

    X509CRLHolder crl(BigInteger number, Instant thisUpdate, Instant nextUpdate, List<Revocation> revocations) {
        X509v2CRLBuilder builder = new X509v2CRLBuilder(name, Date.from(thisUpdate));
        builder.setNextUpdate(Date.from(nextUpdate));
        for (Revocation revocation : revocations) {
            builder.addCRLEntry(
                    revocation.serial(),
                    Date.from(revocation.at()),
                    revocation.reason().number());
        }
        return signed(() -> {
            builder.addExtension(Extension.cRLNumber, false, new CRLNumber(number));
            builder.addExtension(Extension.authorityKeyIdentifier, false, authorityKeyIdentifier());
            return builder.build(signer);
        });
    }

    static SubjectKeyIdentifier keyIdentifier(SubjectPublicKeyInfo key) {
        try {
            return new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key);
        } catch (java.security.NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-1", missing);
        }
    }

    private AuthorityKeyIdentifier authorityKeyIdentifier() {
        return new AuthorityKeyIdentifier(keyIdentifier(publicKey).getKeyIdentifier());
    }

    private X509v3CertificateBuilder builder(Term term, X500Name subject, SubjectPublicKeyInfo key) {
        return new X509v3CertificateBuilder(
                name, term.serial(), Date.from(term.notBefore()), Date.from(term.notAfter()), subject, key);
    }

    private static CRLDistPoint distributionPoint(String url) {
        GeneralNames location = new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, url));
        return new CRLDistPoint(
                new DistributionPoint[] {new DistributionPoint(new DistributionPointName(location), null, null)});
    }

    @FunctionalInterface
    private interface Signing<T> {
        T sign() throws CertIOException;
    }

    private static <T> T signed(Signing<T> signing) {
        try {
            return signing.sign();
        } catch (CertIOException failure) {
            throw new UncheckedIOException(new IOException("an extension can't be encoded", failure));
        }
    }
}
