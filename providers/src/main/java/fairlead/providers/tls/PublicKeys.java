package fairlead.providers.tls;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.RSAKeyParameters;
import org.bouncycastle.crypto.params.RSAPrivateCrtKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/// The public key to be certified: from a signing request whose signature holds, or from a private key.
///
/// Messages never repeat what was given, and failures of the parser are not passed on: both could show a private
/// key.
final class PublicKeys {

    private static final int SHORTEST_RSA = 2048;
    private static final int LONGEST_RSA = 8192;
    private static final Set<ASN1ObjectIdentifier> CURVES =
            Set.of(SECObjectIdentifiers.secp256r1, SECObjectIdentifiers.secp384r1, SECObjectIdentifiers.secp521r1);

    private PublicKeys() {}

    static SubjectPublicKeyInfo ofSigningRequest(String pem) {
        PKCS10CertificationRequest request = parseSigningRequest(pem);
        SubjectPublicKeyInfo key = checked(request.getSubjectPublicKeyInfo(), "SigningRequest");
        if (!signatureHolds(request, key)) {
            throw invalid("the signature of SigningRequest does not fit its public key: make the request again with the"
                    + " private key that belongs to it");
        }
        return key;
    }

    private static PKCS10CertificationRequest parseSigningRequest(String pem) {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            if (parser.readObject() instanceof PKCS10CertificationRequest request) {
                return request;
            }
        } catch (IOException | RuntimeException _) {
            // said below
        }
        throw invalid("SigningRequest is not a certificate signing request (PKCS#10) in PEM");
    }

    private static boolean signatureHolds(PKCS10CertificationRequest request, SubjectPublicKeyInfo key) {
        try {
            return request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key));
        } catch (PKCSException | OperatorCreationException | RuntimeException _) {
            return false;
        }
    }

    static SubjectPublicKeyInfo ofPrivateKey(String pem) {
        try {
            return checked(publicPart(parsePrivateKey(pem)), "PrivateKey");
        } catch (IOException | GeneralSecurityException _) {
            throw invalid("PrivateKey is not a private key in PEM (PKCS#8, PKCS#1 or SEC 1) that is not encrypted");
        }
    }

    private static PrivateKeyInfo parsePrivateKey(String pem) throws IOException, GeneralSecurityException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            // Tools write the parameters of a curve in front of its key.
            for (@Nullable Object part = parser.readObject(); part != null; part = parser.readObject()) {
                if (part instanceof PrivateKeyInfo key) {
                    return key;
                }
                if (part instanceof PEMKeyPair pair) {
                    return pair.getPrivateKeyInfo();
                }
            }
        } catch (RuntimeException _) {
            // said by the caller
        }
        throw new GeneralSecurityException("no private key");
    }

    private static SubjectPublicKeyInfo publicPart(PrivateKeyInfo key) throws IOException, GeneralSecurityException {
        try {
            AsymmetricKeyParameter part = switch (PrivateKeyFactory.createKey(key)) {
                case RSAPrivateCrtKeyParameters rsa ->
                    new RSAKeyParameters(false, rsa.getModulus(), rsa.getPublicExponent());
                case ECPrivateKeyParameters ec ->
                    new ECPublicKeyParameters(
                            new FixedPointCombMultiplier()
                                    .multiply(ec.getParameters().getG(), ec.getD()),
                            ec.getParameters());
                case Ed25519PrivateKeyParameters ed -> ed.generatePublicKey();
                case AsymmetricKeyParameter _ -> throw unsupported("PrivateKey");
            };
            // Through its encoding, so that it has the same shape as one out of a request.
            byte[] encoded =
                    SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(part).getEncoded();
            return SubjectPublicKeyInfo.getInstance(encoded);
        } catch (HandlerException unsupported) {
            throw unsupported;
        } catch (RuntimeException _) {
            throw new GeneralSecurityException("no usable private key");
        }
    }

    private static SubjectPublicKeyInfo checked(SubjectPublicKeyInfo key, String property) {
        ASN1ObjectIdentifier algorithm = key.getAlgorithm().getAlgorithm();
        boolean fine;
        if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            int bits = modulusBits(key);
            fine = bits >= SHORTEST_RSA && bits <= LONGEST_RSA;
        } else if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            fine = key.getAlgorithm().getParameters() instanceof ASN1ObjectIdentifier curve && CURVES.contains(curve);
        } else {
            fine = algorithm.equals(EdECObjectIdentifiers.id_Ed25519);
        }
        if (!fine) {
            throw unsupported(property);
        }
        return key;
    }

    private static int modulusBits(SubjectPublicKeyInfo key) {
        try {
            return RSAPublicKey.getInstance(key.parsePublicKey()).getModulus().bitLength();
        } catch (IOException | RuntimeException _) {
            return 0;
        }
    }

    static boolean isRsa(SubjectPublicKeyInfo key) {
        return key.getAlgorithm().getAlgorithm().equals(PKCSObjectIdentifiers.rsaEncryption);
    }

    private static HandlerException unsupported(String property) {
        return invalid(property + " holds a key of a kind that is not certified here: use RSA of " + SHORTEST_RSA
                + " to " + LONGEST_RSA + " bits, EC on P-256, P-384 or P-521, or Ed25519");
    }

    private static HandlerException invalid(String message) {
        return new HandlerException(ErrorCode.INVALID_REQUEST, message);
    }
}
