package fairlead.server.access.identity.accesskey;

import fairlead.server.access.AccessCopy;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// From which the secrets of access keys are derived: a key of its own, with a generation, sealed in the
/// database. So no table has a secret, and another sealing key changes none.
final class KeyRoots {

    private static final String NEWEST = "SELECT coalesce(max(generation), 0) FROM access_key_root";
    private static final String FIND = "SELECT sealed FROM access_key_root WHERE generation = ?";
    private static final String MAKE = """
        INSERT INTO access_key_root (generation, created_at, sealed) VALUES (?, ?, ?)
        ON CONFLICT (generation) DO NOTHING
        """;

    private final Database database;
    private final Vault vault;
    private final Clock clock;
    private final Supplier<byte[]> random;
    private final AccessCopy copy;
    private final Map<Long, byte[]> known = new ConcurrentHashMap<>();
    private volatile long newest;

    KeyRoots(Database database, Vault vault, Clock clock, Supplier<byte[]> random, AccessCopy copy) {
        this.copy = copy;
        this.database = database;
        this.vault = vault;
        this.clock = clock;
        this.random = random;
    }

    /// From which the next keys are derived; made if there is none.
    long newest() {
        long known = newest;
        if (known > 0) {
            return known;
        }
        long found = database.read(transaction -> newest(transaction));
        if (found == 0) {
            copy.requireOriginal();
            found = database.write(transaction -> {
                long present = newest(transaction);
                if (present == 0) {
                    transaction.update(MAKE, 1L, clock.instant(), vault.seal(random.get(), owner(1)));
                }
                return Math.max(1, present);
            });
        }
        newest = found;
        return found;
    }

    private static long newest(Transaction transaction) {
        return transaction.one(NEWEST, Row::number).orElse(0L);
    }

    /// That of a generation; empty if it is there no more.
    Optional<byte[]> find(long generation) {
        byte[] present = known.get(generation);
        if (present != null) {
            return Optional.of(present);
        }
        Optional<byte[]> opened = database.read(transaction -> transaction.one(FIND, KeyRoots::read, generation))
                .map(bytes -> vault.open(bytes, owner(generation)));
        opened.ifPresent(root -> known.put(generation, root));
        return opened;
    }

    /// Reads them again, since they may be others now.
    void forget() {
        newest = 0;
        known.clear();
    }

    private static byte[] read(Row row) throws SQLException {
        return row.bytes();
    }

    /// To what each is bound where it is sealed.
    static String owner(long generation) {
        return "access-key-root/" + generation;
    }
}
