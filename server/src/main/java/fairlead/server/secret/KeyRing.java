package fairlead.server.secret;

import com.google.crypto.tink.Aead;
import fairlead.server.database.DatabaseException;
import fairlead.server.secret.KeyRecords.Known;
import fairlead.server.secret.KeyRecords.Rotation;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys that this server has, in memory, as the database and the source of the keyset have them by now.
///
/// A key that was taken out of the source stays here until the process ends: what was read before can still be opened.
/// With which key is sealed the database says: the one that was recorded last, once it is said to seal.
public final class KeyRing {

    private static final Logger LOG = LoggerFactory.getLogger(KeyRing.class);

    /// A node that has not seen the state of the rotation for so long looks before it seals.
    static final Duration STALE = Duration.ofSeconds(60);

    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final KeySource source;
    private final KeyRecords records;
    private final LongSupplier nanos;
    private volatile Held held;
    private volatile long looked;
    private long nextRead;
    private volatile boolean followed;

    /// @param keyset as the source has it
    /// @param nanos a clock that only goes forward, such as [System#nanoTime()]
    KeyRing(KeySource source, KeyRecords records, String keyset, LongSupplier nanos) {
        this.source = source;
        this.records = records;
        this.nanos = nanos;
        Keyset read = Keyset.parse(keyset);
        held = Held.of(read.sealing(primary(read, read.primary(), records.rotation())), read);
        looked = nanos.getAsLong();
        nextRead = looked;
    }

    /// @param keyset all that can be opened with
    /// @param inSource the fingerprints of those that the source had when it was read last
    private record Held(Keyset keyset, Set<String> inSource, Opened opened) {

        static Held of(Keyset chosen, Keyset read) {
            return new Held(chosen, Set.copyOf(read.fingerprints().values()), new Opened(chosen.json()));
        }

        /// The same keys are the same work of Tink.
        Held with(Keyset chosen, Set<String> fingerprints) {
            return new Held(chosen, fingerprints, chosen.equals(keyset) ? opened : new Opened(chosen.json()));
        }
    }

    /// What Tink makes of a keyset: when it is needed, since a server without secrets starts sooner without it.
    private static final class Opened {

        private final String json;
        private volatile @Nullable Aead aead;

        Opened(String json) {
            this.json = json;
        }

        Aead aead() throws GeneralSecurityException {
            Aead known = aead;
            if (known == null) {
                known = Keyset.aead(json);
                aead = known;
            }
            return known;
        }
    }

    /// Reads the state of the rotation before something is sealed, if it was not seen for long: a key that others have
    /// dropped must not seal again. Called by the follower of a shared database only.
    void beFollowed() {
        followed = true;
    }

    Aead sealing() throws GeneralSecurityException {
        if (followed && nanos.getAsLong() - looked > STALE.toNanos()) {
            follow();
        }
        return held.opened().aead();
    }

    Aead opening() throws GeneralSecurityException {
        return held.opened().aead();
    }

    /// Whether it has a key, by the id that what it has sealed begins with.
    boolean has(long keyId) {
        return held.keyset().keys().containsKey(keyId);
    }

    /// Looks again for a key that is not here: true if it is here now. Throws a [DatabaseException] if the database
    /// knows
    /// the key, and this server can't have it at the moment: nothing is damaged then.
    boolean find(long keyId) {
        readAgain(false);
        if (has(keyId)) {
            return true;
        }
        Optional<Known> known = records.all().stream()
                .filter(one -> one.keyId().equals(Optional.of(keyId)))
                .findFirst();
        if (known.isPresent()) {
            readAgain(true);
            if (!has(keyId)) {
                throw new DatabaseException(
                        DatabaseException.Kind.UNAVAILABLE,
                        "something is sealed with a key that this server does not have, of the fingerprint "
                                + known.get().fingerprint() + "; it is not in " + source.name());
            }
        }
        return has(keyId);
    }

    /// Takes what the source has by now, if that can be read. Not more often than once a second, unless it has to be.
    private synchronized void readAgain(boolean now) {
        long time = nanos.getAsLong();
        if (!now && time - nextRead < 0) {
            return;
        }
        nextRead = time + PAUSE;
        try {
            source.read().ifPresent(json -> {
                Keyset read = Keyset.parse(json);
                Keyset all = read.with(held.keyset());
                long primary = primary(all, held.keyset().primary(), records.rotation());
                held = held.with(
                        all.sealing(primary), Set.copyOf(read.fingerprints().values()));
            });
        } catch (SealKeyException | IllegalArgumentException unreadable) {
            LOG.warn("{} can't be read again: {}", source.name(), unreadable.getMessage());
        }
    }

    /// Sees how far the rotation is, and takes a new key, or another one to seal with, if there is.
    void follow() {
        Optional<Rotation> rotation = records.rotation();
        Set<String> needed =
                records.needed().stream().map(Known::fingerprint).collect(Collectors.toCollection(HashSet::new));
        if (!held.inSource().containsAll(needed)) {
            readAgain(false);
        }
        synchronized (this) {
            Keyset present = held.keyset();
            held = held.with(present.sealing(primary(present, present.primary(), rotation)), held.inSource());
        }
        looked = nanos.getAsLong();
    }

    /// The key that was recorded last and not dropped, unless a rotation waits until all nodes have it. A key that was
    /// not recorded seals nothing: another node would not know of it.
    ///
    /// @param present what seals if none was recorded
    private long primary(Keyset keyset, long present, Optional<Rotation> rotation) {
        String notYet = rotation.filter(state -> state.phase().compareTo(Phase.SWITCHED) < 0)
                .map(Rotation::fingerprint)
                .orElse("");
        return records.needed().stream()
                .map(Known::fingerprint)
                .filter(fingerprint -> !fingerprint.equals(notYet))
                .flatMap(fingerprint -> keyset.idOf(fingerprint).stream())
                .reduce((_, later) -> later)
                .orElse(present);
    }

    /// Takes what the source has by now.
    void readAgain() {
        readAgain(true);
    }

    KeySource source() {
        return source;
    }

    KeyRecords records() {
        return records;
    }

    /// Of the keys that the source had when it was read last.
    Set<String> fingerprints() {
        return held.inSource();
    }

    /// Of the key that seals.
    String primary() {
        return held.keyset().primaryFingerprint();
    }

    /// The bytes with which all begins that the primary key seals.
    byte[] primaryBegin() {
        return SealedBegin.of(held.keyset().primary());
    }

    /// Why it can't open all that is sealed in the database by now; empty if it can. Where it lacks a key, the source
    /// is
    /// read again first.
    public Optional<String> lacking() {
        Set<String> missing =
                records.needed().stream().map(Known::fingerprint).collect(Collectors.toCollection(HashSet::new));
        Set<String> here = Set.copyOf(held.keyset().fingerprints().values());
        if (!here.containsAll(missing)) {
            readAgain(false);
        }
        missing.removeAll(held.keyset().fingerprints().values());
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("another node seals with a key that this one does not have, of the fingerprint "
                        + missing.stream().sorted().collect(Collectors.joining(", "))
                        + ": it is not in the place where this one reads its keyset, " + source.name()
                        + ", which is read again every few seconds");
    }
}
