package fairlead.providers.tls;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.providers.disk.DiskFailures;
import fairlead.providers.disk.Exclusive;
import fairlead.providers.disk.Folder;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Everything on disk: the sealing key, the locks, a shelf for each account.
///
/// An authority and its certificates are changed by one operation at a time.
final class CertificateStore {

    private static final String SEALING_KEY = "sealing.key";
    private static final int LARGEST_KEY = 1024;
    private static final Set<PosixFilePermission> OWNER_READS = PosixFilePermissions.fromString("rw-------");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9])?");

    private final Path place;
    private final SecureRandom random;

    CertificateStore(Path place, SecureRandom random) {
        this.place = place;
        this.random = random;
    }

    /// Work on an account's shelf.
    @FunctionalInterface
    interface Work<T> {
        T with(AccountCertificates shelf, Signing signing) throws IOException;
    }

    @FunctionalInterface
    interface Look<T> {
        T at(AccountCertificates shelf) throws IOException;
    }

    /// Looks without keeping others from changing things.
    <T> T look(Context context, Look<T> look) {
        return DiskFailures.translating(() -> {
            try (Folder root = Folder.make(place);
                    Folder account = root.making("accounts", Folder.safe(context.account()));
                    AccountCertificates shelf = new AccountCertificates(account)) {
                return look.at(shelf);
            }
        });
    }

    /// Works on an authority and its certificates while no other thread or process does.
    <T> T change(Context context, String authority, Work<T> work) {
        return DiskFailures.translating(() -> {
            Duration most = Duration.between(context.clock().instant(), context.deadline());
            try (Folder root = Folder.make(place);
                    Folder locks = root.making("locks")) {
                Seal seal = new Seal(sealingKey(root, locks, most), random);
                try (Exclusive _ = Exclusive.acquire(locks, owner(context, authority), most);
                        Folder account = root.making("accounts", Folder.safe(context.account()));
                        AccountCertificates shelf = new AccountCertificates(account)) {
                    return work.with(
                            shelf, new Signing(seal, random, context.clock().instant()));
                }
            }
        });
    }

    private byte[] sealingKey(Folder root, Folder locks, Duration most) throws IOException {
        Optional<byte[]> existing = sealingKey(root);
        if (existing.isPresent()) {
            return existing.get();
        }
        try (Exclusive _ = Exclusive.acquire(locks, SEALING_KEY, most)) {
            if (sealingKey(root).isEmpty()) {
                byte[] fresh = new byte[Seal.KEY_BYTES];
                random.nextBytes(fresh);
                root.write(SEALING_KEY, fresh, OWNER_READS);
            }
        }
        return sealingKey(root).orElseThrow();
    }

    private static Optional<byte[]> sealingKey(Folder root) throws IOException {
        Optional<PosixFileAttributes> found = root.look(SEALING_KEY);
        if (found.isPresent() && !OWNER_READS.containsAll(found.get().permissions())) {
            throw unusable("is open to others than its owner: set its mode to 0600");
        }
        Optional<byte[]> key = root.read(SEALING_KEY, LARGEST_KEY);
        if (key.isPresent() && key.get().length != Seal.KEY_BYTES) {
            throw unusable("does not have " + Seal.KEY_BYTES + " bytes");
        }
        return key;
    }

    private static HandlerException unusable(String why) {
        return new HandlerException(
                ErrorCode.GENERAL_SERVICE_EXCEPTION, "the operator's file " + SEALING_KEY + ' ' + why);
    }

    /// Whose key is sealed: a key that is copied to another authority's record can't be opened there.
    static String owner(Context context, String authority) {
        return context.account() + '/' + authority;
    }

    /// A name from a request that is safe as the name of a file.
    static String name(ObjectNode properties, String property) {
        JsonNode value = properties.path(property);
        String name = value.asString("");
        if (!NAME.matcher(name).matches()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    property
                            + " expects 1 to 64 letters, digits, \".\", \"_\" and \"-\", with a letter or digit at both"
                            + " ends");
        }
        return name;
    }
}
