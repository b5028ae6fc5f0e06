package fairlead.server.access.identity;

import fairlead.server.access.AccessScope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/// A principal that is kept here: a user, a group, or a service principal.
///
/// @param id by which roles are assigned to it; of a user whom an issuer vouches for, made of issuer and subject
/// @param voucher who says that it is the one
/// @param tokensValidFrom tokens that are older are taken no more
public record DirectoryObject(
        UUID id,
        Kind kind,
        String name,
        Voucher voucher,
        boolean disabled,
        Instant tokensValidFrom,
        Instant createdAt) {

    /// By whom a principal is known.
    ///
    /// @param issuer empty for those who sign in here
    /// @param subject what the issuer calls it; of those who sign in here, their client id
    public record Voucher(String issuer, String subject) {

        /// Of one that signs in here.
        static Voucher own(String clientId) {
            return new Voucher("", clientId);
        }
    }

    /// Where it is decided what may be done with it.
    public AccessScope scope() {
        return scopeOf(id.toString());
    }

    /// The same, of the one with that id.
    public static AccessScope scopeOf(String id) {
        return new AccessScope("/providers/Fairlead.Identity/principals/" + id);
    }

    public String issuer() {
        return voucher.issuer();
    }

    public String subject() {
        return voucher.subject();
    }

    /// What it is.
    public enum Kind {
        USER,
        GROUP,
        SERVICE;

        /// The name on the wire, `service` for example.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The id of a user whom an issuer vouches for: the same on every node, whether they are kept here or not. It is
    /// a
    /// name-based UUID of version 5 ("RFC 9562").
    public static UUID idOf(String issuer, String subject) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update("fairlead".getBytes(StandardCharsets.US_ASCII));
            byte[] hash = sha1.digest((issuer + "\n" + subject).getBytes(StandardCharsets.UTF_8));
            hash[6] = (byte) ((hash[6] & 0x0f) | 0x50);
            hash[8] = (byte) ((hash[8] & 0x3f) | 0x80);
            return new UUID(number(hash, 0), number(hash, 8));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static long number(byte[] bytes, int from) {
        long number = 0;
        for (int i = from; i < from + 8; i++) {
            number = (number << 8) | (bytes[i] & 0xff);
        }
        return number;
    }

    DirectoryObject called(String other) {
        return new DirectoryObject(id, kind, other, voucher, disabled, tokensValidFrom, createdAt);
    }

    DirectoryObject with(boolean nowDisabled, Instant validFrom) {
        return new DirectoryObject(id, kind, name, voucher, nowDisabled, validFrom, createdAt);
    }
}
