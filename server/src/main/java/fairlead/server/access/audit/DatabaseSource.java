package fairlead.server.access.audit;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/// A log in a database.
public final class DatabaseSource implements LogSource {

    private static final int AT_ONCE = 1000;

    private final AuditLogStore store = new AuditLogStore();
    private final Database database;

    public DatabaseSource(Database database) {
        this.database = database;
    }

    @Override
    public About about() {
        return database.read(transaction -> {
            Optional<AuditLogStore.Log> log = store.log(transaction);
            boolean gapless = database.dialect() == Dialect.SQLITE;
            return new About(
                    log.map(AuditLogStore.Log::origin).orElse(""),
                    store.verifiers(transaction),
                    log.map(AuditLogStore.Log::firstOwn).orElse(0L),
                    log.map(AuditLogStore.Log::pruned).orElse(0L),
                    gapless ? Optional.of(store.lastGiven(transaction)) : Optional.empty());
        });
    }

    @Override
    public List<Signed> checkpoints(long after) {
        return database.read(transaction -> store.checkpoints(transaction, after, AT_ONCE)).stream()
                .map(stored -> new Signed(stored.size(), stored.note()))
                .toList();
    }

    @Override
    public Optional<Tile> tile(long number) {
        return database.read(transaction -> store.tile(transaction, 0, number))
                .map(tile -> new Tile(tile.hashes(), numbers(tile.numbers())));
    }

    static long[] numbers(byte[] bytes) {
        long[] numbers = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
        return numbers;
    }

    @Override
    public List<Entry> entries(long after) {
        return database.read(transaction -> store.rows(transaction, after, AT_ONCE)).stream()
                .map(found -> new Entry(
                        found.seq(),
                        found.leaf(),
                        found.row().encoded(),
                        found.row().personalHash()))
                .toList();
    }
}
