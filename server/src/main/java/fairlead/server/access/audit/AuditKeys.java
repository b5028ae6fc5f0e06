package fairlead.server.access.audit;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where the key is kept by which checkpoints are signed: in a file that only its owner may read, or, where
/// several nodes share a database and no file is named, sealed in the database. It is apart from the sealing
/// key.
///
/// The database has the public keys of all that have signed. If the file is missing from which checkpoints were
/// signed, a server does not start, unless the operator says that the key is lost: then a new one is made, the trail
/// goes on, and an auditor who knows the public key sees that it is another one.
public final class AuditKeys {

    /// The file in the data folder.
    public static final String FILE = "audit.key";

    private static final Logger LOG = LoggerFactory.getLogger(AuditKeys.class);

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");

    private final AuditLogStore store = new AuditLogStore();
    private final Database database;
    private final Vault vault;
    private final Clock clock;
    private final Optional<Path> file;

    /// @param file empty for a key in the database
    public AuditKeys(Database database, Vault vault, Clock clock, Optional<Path> file) {
        this.database = database;
        this.vault = vault;
        this.clock = clock;
        this.file = file;
    }

    /// Throws an [AuditKeyException] if the file is missing that the key is in which has signed last.
    ///
    /// @param lost whether the operator has said that it is lost, and another one is to be made
    public void requireKept(boolean lost) {
        if (lost || file.isEmpty() || Files.exists(file.get())) {
            return;
        }
        boolean signed = database.read(store::newestCheckpoint).isPresent();
        List<AuditLogStore.Key> keys = database.read(store::keys);
        if (signed && !keys.isEmpty() && keys.getLast().sealed().isEmpty()) {
            throw new AuditKeyException(
                    "the key in " + file.get().toAbsolutePath().normalize()
                            + " that signs the audit trail is missing. Its public key is "
                            + keys.getLast().verifier()
                            + ". Restore the file from the backup, or name another with --audit-key; if the key is"
                            + " lost, start once with --new-audit-key, and tell those who verify the trail");
        }
    }

    /// The key that signs now, which is made if there is none.
    ///
    /// @param origin the name of the log, and of a new key
    NoteSigner signer(String origin) {
        return file.map(path -> inFile(path, origin)).orElseGet(() -> inDatabase(origin));
    }

    private NoteSigner inFile(Path path, String origin) {
        try {
            if (!Files.exists(path)) {
                make(path, NoteSigner.fresh(origin));
            }
            restrict(path);
            List<String> lines = Files.readAllLines(path, StandardCharsets.US_ASCII);
            if (lines.size() != 2) {
                throw new IllegalStateException("the signing key in " + path + " is damaged: expected two lines");
            }
            NoteSigner signer = NoteSigner.of(
                    VerifierKey.parse(lines.getFirst()), Base64.getDecoder().decode(lines.getLast()));
            record(signer);
            return signer;
        } catch (IllegalArgumentException damaged) {
            throw new IllegalStateException(
                    "the signing key in " + path + " is damaged: " + damaged.getMessage(), damaged);
        } catch (IOException failure) {
            throw new UncheckedIOException("the signing key in " + path + " can't be read", failure);
        }
    }

    /// A file that the operator has copied may be open to other users.
    private static void restrict(Path path) {
        try {
            if (!PRIVATE.containsAll(Files.getPosixFilePermissions(path))) {
                Files.setPosixFilePermissions(path, PRIVATE);
            }
        } catch (IOException ofAnother) {
            LOG.warn(
                    "other users can read the signing key in {}, and it can't be kept from them: {}",
                    path,
                    ofAnother.getMessage());
        }
    }

    private static void make(Path path, NoteSigner fresh) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path made = Files.createTempFile(folder, "audit", ".new", PosixFilePermissions.asFileAttribute(PRIVATE));
        try {
            Files.writeString(
                    made,
                    fresh.verifier() + "\n" + Hashes.base64(fresh.encoded()) + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.SYNC);
            Files.createLink(path, made);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            // Its key is as good as ours.
        } finally {
            Files.delete(made);
        }
    }

    /// Writes down that it signs from now on, unless it does already.
    private void record(NoteSigner signer) {
        String verifier = signer.verifier().toString();
        List<String> known = database.read(store::verifiers);
        if (!known.isEmpty() && known.getLast().equals(verifier)) {
            return;
        }
        if (!known.isEmpty()) {
            LOG.warn(
                    "the audit trail is signed by another key from now on, {}; until now it was {}",
                    verifier,
                    known.getLast());
        }
        database.write(transaction -> {
            put(transaction, verifier, Optional.empty());
            return verifier;
        });
    }

    private void put(Transaction transaction, String verifier, Optional<byte[]> sealed) {
        List<AuditLogStore.Key> present = store.keys(transaction);
        if (present.isEmpty() || !present.getLast().verifier().equals(verifier)) {
            store.put(transaction, new AuditLogStore.Key(present.size() + 1L, verifier, sealed), clock.instant());
        }
    }

    private NoteSigner inDatabase(String origin) {
        Optional<NoteSigner> present = newest();
        return present.orElseGet(() -> {
            NoteSigner fresh = NoteSigner.fresh(origin);
            String verifier = fresh.verifier().toString();
            byte[] sealed = vault.seal(fresh.encoded(), owner(verifier));
            database.write(transaction -> {
                // Of several nodes that start at once, one takes the number; the others take its key.
                if (store.keys(transaction).isEmpty()) {
                    put(transaction, verifier, Optional.of(sealed));
                }
                return verifier;
            });
            return newest().orElseThrow();
        });
    }

    private Optional<NoteSigner> newest() {
        List<AuditLogStore.Key> keys = database.read(store::keys);
        return keys.isEmpty()
                ? Optional.empty()
                : keys.getLast().sealed().map(closed -> opened(keys.getLast().verifier(), closed));
    }

    private NoteSigner opened(String verifier, byte[] sealed) {
        return NoteSigner.of(VerifierKey.parse(verifier), vault.open(sealed, owner(verifier)));
    }

    private static String owner(String verifier) {
        return "audit-key/" + verifier;
    }
}
