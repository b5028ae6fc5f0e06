package fairlead.server.access.audit;

import fairlead.server.access.AuditRow;
import fairlead.server.access.audit.AuditLogStore.Found;
import fairlead.server.access.audit.AuditLogStore.Stored;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// What an auditor is told of the log: its newest checkpoint, its public keys, and that a record is in it.
public final class AuditLog {

    private final AuditLogStore store = new AuditLogStore();
    private final Database database;

    public AuditLog(Database database) {
        this.database = database;
    }

    /// That a record is in the log.
    ///
    /// @param index of its leaf, and `size` of the tree of the checkpoint
    /// @param path "PATH" of "RFC 6962"
    /// @param note the checkpoint, signed
    public record Proof(long seq, long index, long size, byte[] leaf, List<byte[]> path, String note, AuditRow row) {
        public Proof {
            path = List.copyOf(path);
        }
    }

    /// The newest checkpoint, signed; empty if nothing was sealed yet.
    public Optional<String> checkpoint() {
        return database.read(store::newestCheckpoint).map(Stored::note);
    }

    /// The public keys that have signed, the oldest first.
    public List<String> verifiers() {
        return database.read(store::verifiers);
    }

    /// The proof for the record of an event; empty if there is none, or if it is not sealed yet.
    ///
    /// @param subscription of the record; empty text for one of none
    /// @param event its id, which tells its time
    public Optional<Proof> proof(String subscription, UUID event) {
        return database.read(transaction ->
                store.find(transaction, subscription, event).flatMap(found -> proof(transaction, found)));
    }

    private Optional<Proof> proof(Transaction transaction, AuditLogStore.Numbered record) {
        Optional<Stored> head = store.newestCheckpoint(transaction);
        Optional<Found> tile = store.tileOf(transaction, record.seq());
        if (head.isEmpty() || tile.isEmpty()) {
            return Optional.empty();
        }
        long index = tile.get().tile() * MerkleTree.WIDTH;
        long[] numbers = DatabaseSource.numbers(tile.get().content().numbers());
        int place = Arrays.binarySearch(numbers, record.seq());
        if (place < 0 || index + place >= head.get().size()) {
            return Optional.empty();
        }
        MerkleTree tree = new MerkleTree((level, number) -> store.tile(transaction, level, number)
                .map(AuditLogStore.Tile::hashes)
                .orElse(new byte[0]));
        return Optional.of(new Proof(
                record.seq(),
                index + place,
                head.get().size(),
                tree.leaf(index + place),
                tree.inclusion(index + place, head.get().size()),
                head.get().note(),
                record.row()));
    }
}
