package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where the sealing key is kept: a file that only its owner may read, or, where several nodes share a database
/// and no file is named, the database itself. Read once, when a server starts, and made at the first start.
///
/// The database has the [fingerprints][Fingerprints] of the keys that have sealed something in it. A key that is not
/// the one of the database is refused with a [SealKeyException], and so is a missing one: no other key is made in
/// its place. A keyset with a new primary key is taken, as long as it has all earlier ones as well.
public final class Keys {

    private static final Logger LOG = LoggerFactory.getLogger(Keys.class);
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final String FIND = "SELECT keyset FROM seal_key WHERE id = 1";
    private static final String MAKE = "INSERT INTO seal_key (id, keyset) VALUES (1, ?) ON CONFLICT (id) DO NOTHING";
    private static final String FINGERPRINTS = "SELECT fingerprint FROM seal_key_fingerprint ORDER BY id";
    private static final String RECORD = """
        INSERT INTO seal_key_fingerprint (id, fingerprint, recorded_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
        """;

    private static final String RESTORE_FILE = ". Restore the file from the backup, or name another with --key-file";
    private static final String RESTORE_ROW = ". Restore the database from the backup, or name a file with --key-file";

    private final Database database;
    private final Clock clock;

    /// @param database what is sealed; has its tables already
    public Keys(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /// A place in which a key is kept, in words, and what to do if it is not the right one.
    private record Place(String name, String remedy) {}

    /// The keyset in the file, which is made if nothing is sealed in the database.
    public String inFile(Path file) {
        Place place = new Place("the sealing key in " + file.toAbsolutePath().normalize(), RESTORE_FILE);
        try {
            if (!Files.exists(file)) {
                requireNothingSealed(place);
                make(file);
            }
            restrict(file);
            return checked(Files.readString(file), place);
        } catch (CharacterCodingException notText) {
            throw new SealKeyException(place.name() + " is damaged: it is no text" + place.remedy(), notText);
        } catch (IOException failure) {
            throw new UncheckedIOException(place.name() + " can't be read: " + failure.getMessage(), failure);
        }
    }

    /// A file that the operator has made, or copied, may be open to other users.
    private static void restrict(Path file) {
        try {
            if (!PRIVATE.containsAll(Files.getPosixFilePermissions(file))) {
                Files.setPosixFilePermissions(file, PRIVATE);
            }
        } catch (IOException ofAnother) {
            LOG.warn(
                    "other users can read the sealing key in {}, and it can't be kept from them: {}",
                    file,
                    ofAnother.getMessage());
        }
    }

    private static void make(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path fresh = Files.createTempFile(folder, "seal", ".new", PosixFilePermissions.asFileAttribute(PRIVATE));
        try {
            Files.writeString(fresh, Vault.newKeyset(), StandardOpenOption.SYNC);
            Files.createLink(file, fresh);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            // Its key is as good as ours.
        } finally {
            Files.delete(fresh);
        }
    }

    /// The keyset in the database, which is made if nothing is sealed there.
    public String inDatabase() {
        Place place = new Place("the sealing key in the table seal_key of the database", RESTORE_ROW);
        Optional<byte[]> present = database.read(transaction -> transaction.one(FIND, Row::bytes));
        if (present.isEmpty()) {
            requireNothingSealed(place);
        }
        byte[] keyset = present.orElseGet(() -> database.write(transaction -> {
            transaction.update(MAKE, (Object) Vault.newKeyset().getBytes(StandardCharsets.UTF_8));
            return transaction.one(FIND, Row::bytes).orElseThrow();
        }));
        return checked(new String(keyset, StandardCharsets.UTF_8), place);
    }

    // -- the key of the database ----------------------------------------------------------------------------

    private void requireNothingSealed(Place place) {
        List<String> recorded = recorded();
        if (!recorded.isEmpty()) {
            throw new SealKeyException(
                    place.name() + " is missing. The database is sealed with the key of the fingerprint "
                            + String.join(" and that of ", recorded) + place.remedy());
        }
        List<String> sealed = EarlierSecrets.names(database);
        if (!sealed.isEmpty()) {
            throw new SealKeyException(
                    place.name() + " is missing. It has sealed " + String.join(", ", sealed) + place.remedy());
        }
    }

    private String checked(String keyset, Place place) {
        Fingerprints fingerprints = fingerprints(keyset, place);
        List<String> recorded = recorded();
        if (recorded.isEmpty()) {
            requireOpening(keyset, place);
        }
        requireAll(recorded, fingerprints, place);
        while (!recorded.contains(fingerprints.primary())) {
            // Of several nodes that start at once, one takes the next number; the others look again.
            int next = recorded.size() + 1;
            database.write(transaction -> transaction.update(RECORD, next, fingerprints.primary(), clock.instant()));
            recorded = recorded();
            requireAll(recorded, fingerprints, place);
        }
        return keyset;
    }

    private static Fingerprints fingerprints(String keyset, Place place) {
        try {
            return Fingerprints.of(keyset);
        } catch (IllegalArgumentException wrong) {
            throw new SealKeyException(place.name() + " is damaged: " + wrong.getMessage() + place.remedy(), wrong);
        }
    }

    /// Why the keyset can't open all that is sealed in the database by now; empty if it can. A node that shares the
    /// database may have begun to seal with a key that this one lacks.
    public Optional<String> lacking(String keyset) {
        List<String> missing = new ArrayList<>(recorded());
        missing.removeAll(Fingerprints.of(keyset).all());
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("another node seals with a key that this one does not have, of the fingerprint "
                        + String.join(", ", missing) + ": give this one the keyset with both, and restart it");
    }

    private List<String> recorded() {
        return database.read(transaction -> transaction.query(FINGERPRINTS, Row::text));
    }

    private static void requireAll(List<String> recorded, Fingerprints present, Place place) {
        List<String> missing = new ArrayList<>(recorded);
        missing.removeAll(present.all());
        if (!missing.isEmpty()) {
            throw new SealKeyException(place.name()
                    + " is not the one of this database, or is damaged: its fingerprint is "
                    + String.join(", ", present.all()) + ", expected " + String.join(", ", missing) + place.remedy());
        }
    }

    /// What was sealed before fingerprints were recorded says whose key it is.
    private void requireOpening(String keyset, Place place) {
        List<String> closed = EarlierSecrets.notOpenedBy(new Vault(() -> keyset), database);
        if (!closed.isEmpty()) {
            throw new SealKeyException(
                    place.name() + " is not the one of this database, or is damaged: it does not open "
                            + String.join(", ", closed) + place.remedy());
        }
    }
}
