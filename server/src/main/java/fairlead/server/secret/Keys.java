package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.secret.KeyRecords.Known;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys of a database when a server starts: taken from where they are kept, and made at the first start.
///
/// The database has the [fingerprints][Fingerprints] of the keys that have sealed something in it. A key that is not
/// the one of the database is refused with a [SealKeyException], and so is a missing one: no other key is made in
/// its place. A keyset with a new primary key is taken, as long as it has all earlier ones as well.
public final class Keys {

    private final Database database;
    private final KeyRecords records;
    private final Clock clock;

    /// @param database what is sealed; has its tables already
    public Keys(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
        records = new KeyRecords(database);
    }

    /// The keys of a source, which can be rotated.
    public KeyRing ring(KeySource source) {
        return new KeyRing(source, records, in(source), System::nanoTime);
    }

    /// The keyset of a source, which is made there if nothing is sealed in the database.
    String in(KeySource source) {
        Optional<String> present = source.read();
        if (present.isEmpty()) {
            requireNothingSealed(source);
            source.make(Vault.newKeyset());
            present = source.read();
        }
        String keyset = present.orElseThrow(
                () -> new SealKeyException(source.name() + " is missing, and can't be made" + source.remedy()));
        return checked(keyset, source);
    }

    // -- the key of the database ----------------------------------------------------------------------------

    private void requireNothingSealed(KeySource place) {
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

    private String checked(String keyset, KeySource place) {
        Fingerprints fingerprints = fingerprints(keyset, place);
        Keyset parsed = Keyset.parse(keyset);
        List<Known> known = records.all();
        if (known.isEmpty()) {
            requireOpening(keyset, place);
        }
        requireAll(needed(known), fingerprints, place);
        while (!isKnown(known, fingerprints.primary())) {
            // Of several nodes that start at once, one takes the next number; the others look again.
            long next = known.size() + 1L;
            database.write(transaction ->
                    records.record(transaction, next, fingerprints.primary(), parsed.primary(), clock.instant()));
            known = records.all();
            requireAll(needed(known), fingerprints, place);
        }
        records.number(parsed);
        return keyset;
    }

    /// One that was dropped is known, and seals nothing any more while there is a later one.
    private static boolean isKnown(List<Known> known, String fingerprint) {
        return known.stream().map(Known::fingerprint).anyMatch(fingerprint::equals);
    }

    private static List<String> needed(List<Known> known) {
        return known.stream()
                .filter(one -> one.droppedAt().isEmpty())
                .map(Known::fingerprint)
                .toList();
    }

    private static Fingerprints fingerprints(String keyset, KeySource place) {
        try {
            return Fingerprints.of(keyset);
        } catch (IllegalArgumentException wrong) {
            throw new SealKeyException(place.name() + " is damaged: " + wrong.getMessage() + place.remedy(), wrong);
        }
    }

    private List<String> recorded() {
        return needed(records.all());
    }

    private static void requireAll(List<String> recorded, Fingerprints present, KeySource place) {
        List<String> missing = new ArrayList<>(recorded);
        missing.removeAll(present.all());
        if (!missing.isEmpty()) {
            throw new SealKeyException(place.name()
                    + " is not the one of this database, or is damaged: its fingerprint is "
                    + String.join(", ", present.all()) + ", expected " + String.join(", ", missing) + place.remedy());
        }
    }

    /// What was sealed before fingerprints were recorded says whose key it is.
    private void requireOpening(String keyset, KeySource place) {
        List<String> closed = EarlierSecrets.notOpenedBy(new Vault(() -> keyset), database);
        if (!closed.isEmpty()) {
            throw new SealKeyException(
                    place.name() + " is not the one of this database, or is damaged: it does not open "
                            + String.join(", ", closed) + place.remedy());
        }
    }
}
