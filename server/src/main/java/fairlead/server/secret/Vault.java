package fairlead.server.secret;

import com.google.crypto.tink.Aead;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Seals bytes with AES-256-GCM, bound to what they belong to.
///
/// Empty bytes stay empty: most resources have no secrets, and then no cryptography is loaded.
public final class Vault {

    private final Ring ring;

    /// @param keyset gives the keyset in Tink's JSON form, see [#newKeyset()]; called when the first secret comes by,
    ///     and at most once if it succeeds
    public Vault(Supplier<String> keyset) {
        this(new Fixed(keyset));
    }

    /// One whose keys are rotated while it runs.
    public Vault(KeyRing keys) {
        this(new Rotating(keys));
    }

    private Vault(Ring ring) {
        this.ring = ring;
    }

    /// The keys by which it works.
    private interface Ring {

        Aead sealing() throws GeneralSecurityException;

        Aead opening() throws GeneralSecurityException;

        /// Whether a key was found that was not here when this could not be opened.
        boolean findsFor(byte[] sealed);
    }

    private record Rotating(KeyRing keys) implements Ring {

        @Override
        public Aead sealing() throws GeneralSecurityException {
            return keys.sealing();
        }

        @Override
        public Aead opening() throws GeneralSecurityException {
            return keys.opening();
        }

        @Override
        public boolean findsFor(byte[] sealed) {
            if (sealed.length <= SealedBegin.LENGTH || !isSealed(sealed)) {
                return false;
            }
            long keyId = SealedBegin.keyId(sealed);
            return !keys.has(keyId) && keys.find(keyId);
        }
    }

    private static final class Fixed implements Ring {

        private final Supplier<String> keyset;
        private volatile @Nullable Aead aead;

        Fixed(Supplier<String> keyset) {
            this.keyset = keyset;
        }

        @Override
        public Aead sealing() throws GeneralSecurityException {
            Aead known = aead;
            if (known == null) {
                known = Keyset.aead(keyset.get());
                aead = known;
            }
            return known;
        }

        @Override
        public Aead opening() throws GeneralSecurityException {
            return sealing();
        }

        @Override
        public boolean findsFor(byte[] sealed) {
            return false;
        }
    }

    /// Whether these bytes are the work of [#seal], and not JSON or another text: Tink begins with its own version.
    public static boolean isSealed(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == SealedBegin.TINK;
    }

    /// The bytes with which all begins that is sealed.
    static byte[] sealedBegin() {
        return new byte[] {SealedBegin.TINK};
    }

    /// A fresh keyset of one key.
    public static String newKeyset() {
        return Keyset.fresh();
    }

    /// A keyset with one key more, which does not seal; a fresh one, if there is none.
    ///
    /// @param keyset in Tink's JSON form. Throws [IllegalArgumentException], with what is wrong, if it is none
    public static String withAnotherKey(String keyset) {
        return keyset.isBlank()
                ? newKeyset()
                : Keyset.parse(keyset).withFreshKey().json();
    }

    /// Seals.
    ///
    /// @param owner what the secret belongs to: it can only be opened with the same
    public byte[] seal(byte[] clear, String owner) {
        if (clear.length == 0) {
            return clear;
        }
        try {
            return ring.sealing().encrypt(clear, owner.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't seal a secret of " + owner, failure);
        }
    }

    /// Opens what [#seal] has sealed; throws [IllegalStateException] if the bytes or the key are not the right
    /// ones, and a [fairlead.server.database.DatabaseException] if the right key is not here at the moment.
    public byte[] open(byte[] sealed, String owner) {
        if (sealed.length == 0) {
            return sealed;
        }
        byte[] bound = owner.getBytes(StandardCharsets.UTF_8);
        try {
            return ring.opening().decrypt(sealed, bound);
        } catch (GeneralSecurityException failure) {
            return again(sealed, owner, failure);
        }
    }

    private byte[] again(byte[] sealed, String owner, GeneralSecurityException before) {
        try {
            if (ring.findsFor(sealed)) {
                return ring.opening().decrypt(sealed, owner.getBytes(StandardCharsets.UTF_8));
            }
        } catch (GeneralSecurityException failure) {
            before.addSuppressed(failure);
        }
        throw new IllegalStateException("can't open a secret of " + owner + ": wrong key or damaged bytes", before);
    }
}
