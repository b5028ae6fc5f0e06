package fairlead.server.access.identity.accesskey;

import fairlead.server.access.identity.accesskey.AccessKeys.Listed;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The SQL of access keys. Nothing in them is secret.
final class AccessKeyStore {

    private static final String PUT = """
        INSERT INTO access_key (id, principal, subscription, generation, created_at, ends, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String LIST = """
        SELECT k.id, k.subscription, k.created_at, k.ends, u.used_at
        FROM access_key k LEFT JOIN credential_use u ON u.id = k.id
        WHERE k.principal = ? ORDER BY k.created_at, k.id
        """;

    private static final String DELETE = "DELETE FROM access_key WHERE principal = ? AND id = ?";

    void put(Transaction transaction, UUID principal, Listed key, long generation) {
        String owner = principal.toString();
        Instant created = key.createdAt();
        transaction.update(
                PUT,
                key.id(),
                owner,
                key.subscription(),
                generation,
                created,
                key.ends(),
                RecordTable.checksum(key.id(), owner, key.subscription(), generation, created, key.ends()));
    }

    List<Listed> list(Transaction transaction, UUID principal) {
        return transaction.query(LIST, AccessKeyStore::listed, principal.toString());
    }

    private static Listed listed(Row row) throws SQLException {
        return new Listed(
                row.text(),
                row.text(),
                row.time(),
                row.time(),
                row.numberIfAny().map(Instant::ofEpochMilli));
    }

    boolean delete(Transaction transaction, UUID principal, String id) {
        transaction.update("DELETE FROM credential_use WHERE id = ?", id);
        return transaction.update(DELETE, principal.toString(), id) == 1;
    }
}
