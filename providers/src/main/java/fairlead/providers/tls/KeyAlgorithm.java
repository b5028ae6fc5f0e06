package fairlead.providers.tls;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAKeyGenParameterSpec;

/// The kinds of keys that an authority can sign with; the constants are named as in the schema.
enum KeyAlgorithm {
    EC_P256("EC", new ECGenParameterSpec("secp256r1"), "SHA256withECDSA"),
    EC_P384("EC", new ECGenParameterSpec("secp384r1"), "SHA384withECDSA"),
    RSA_2048("RSA", rsa(2048), "SHA256withRSA"),
    RSA_3072("RSA", rsa(3072), "SHA256withRSA"),
    RSA_4096("RSA", rsa(4096), "SHA256withRSA");

    private final String family;

    @SuppressWarnings("ImmutableEnumChecker") // the platform's parameter specifications never change
    private final AlgorithmParameterSpec parameters;

    private final String signature;

    KeyAlgorithm(String family, AlgorithmParameterSpec parameters, String signature) {
        this.family = family;
        this.parameters = parameters;
        this.signature = signature;
    }

    KeyPair generate(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(family);
            generator.initialize(parameters, random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java platform can't make a key of the kind " + this, missing);
        }
    }

    PrivateKey decode(byte[] pkcs8) {
        try {
            return KeyFactory.getInstance(family).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("a stored private key is not of the kind " + this, broken);
        }
    }

    /// The signature algorithm's name, as the platform knows it.
    String signature() {
        return signature;
    }

    private static AlgorithmParameterSpec rsa(int bits) {
        return new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4);
    }
}
