package fairlead.server.secret;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Seals bytes with AES-256-GCM, bound to what they belong to.
///
/// Empty bytes stay empty: most resources have no secrets, and then no cryptography is loaded.
public final class Vault {

    private static final byte TINK = 1;

    private final Supplier<String> keyset;
    private volatile @Nullable Aead aead;

    /// @param keyset gives the keyset in Tink's JSON form, see [#newKeyset()]; called when the first secret comes by,
    ///     and at most once if it succeeds
    public Vault(Supplier<String> keyset) {
        this.keyset = keyset;
    }

    /// Whether these bytes are the work of [#seal], and not JSON or another text: Tink begins with its own version.
    public static boolean isSealed(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == TINK;
    }

    /// The bytes with which all begins that is sealed.
    static byte[] sealedBegin() {
        return new byte[] {TINK};
    }

    /// A fresh keyset of one key.
    public static String newKeyset() {
        try {
            AeadConfig.register();
            KeysetHandle handle =
                    KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, RegistryConfiguration.get());
            return TinkJsonProtoKeysetFormat.serializeKeyset(
                    handle, RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't make a sealing key", failure);
        }
    }

    /// Seals.
    ///
    /// @param owner what the secret belongs to: it can only be opened with the same
    public byte[] seal(byte[] clear, String owner) {
        if (clear.length == 0) {
            return clear;
        }
        try {
            return aead().encrypt(clear, owner.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't seal a secret of " + owner, failure);
        }
    }

    /// Opens what [#seal] has sealed; throws [IllegalStateException] if the bytes or the key are not the right
    /// ones.
    public byte[] open(byte[] sealed, String owner) {
        if (sealed.length == 0) {
            return sealed;
        }
        try {
            return aead().decrypt(sealed, owner.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(
                    "can't open a secret of " + owner + ": wrong key or damaged bytes", failure);
        }
    }

    private Aead aead() throws GeneralSecurityException {
        Aead known = aead;
        if (known == null) {
            AeadConfig.register();
            known = TinkJsonProtoKeysetFormat.parseKeyset(
                            keyset.get(), RegistryConfiguration.get(), InsecureSecretKeyAccess.get())
                    .getPrimitive(RegistryConfiguration.get(), Aead.class);
            aead = known;
        }
        return known;
    }
}
