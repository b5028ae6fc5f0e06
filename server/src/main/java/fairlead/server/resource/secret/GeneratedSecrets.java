package fairlead.server.resource.secret;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The secrets that handlers have made, each resource's apart from its record, and sealed: nothing that reads records
/// comes across them. A handler tells a secret in the model of a create, an update or a read; what it does not
/// tell again stays. They go with the record.
public final class GeneratedSecrets {

    /// What its rows consist of.
    public static final RecordTable RECORDS = new RecordTable(
            "resource_secret", "uid", false, List.of("uid", "sealed", "version", "changed_at"), _ -> false);

    private static final String FIND = "SELECT sealed, version, changed_at FROM resource_secret WHERE uid = ?";

    private static final String PUT = """
        INSERT INTO resource_secret (uid, sealed, version, changed_at, checksum) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (uid) DO UPDATE SET sealed = excluded.sealed, version = excluded.version,
          changed_at = excluded.changed_at, checksum = excluded.checksum
        """;

    private final Vault vault;

    public GeneratedSecrets(Vault vault) {
        this.vault = vault;
    }

    /// The secrets of a resource.
    ///
    /// @param values at their places in the model
    /// @param version 1 for the first, and one more at each change
    public record Generated(ObjectNode values, long version, Instant changedAt) {}

    private record Stored(byte[] sealed, long version, Instant changedAt) {}

    /// Keeps what a handler has told of them.
    ///
    /// @param model as the handler gave it
    public void keep(Transaction transaction, TypeVersion type, UUID uid, ObjectNode model, Instant now) {
        ObjectNode told = type.schema().onlyGenerated(model);
        if (told.isEmpty()) {
            return;
        }
        Optional<Generated> present = find(transaction, uid);
        ObjectNode values = present.map(Generated::values).orElseGet(Documents::empty);
        ObjectNode next = values.deepCopy();
        next.setAll(told);
        if (next.equals(values)) {
            return;
        }
        String key = uid.toString();
        byte[] sealed = vault.seal(Documents.bytes(next), owner(uid));
        long version = present.map(Generated::version).orElse(0L) + 1;
        transaction.update(PUT, key, sealed, version, now, RecordTable.checksum(key, sealed, version, now));
    }

    public Optional<Generated> find(Transaction transaction, UUID uid) {
        return transaction
                .one(FIND, GeneratedSecrets::stored, uid.toString())
                .map(stored -> new Generated(
                        Documents.object(vault.open(stored.sealed(), owner(uid))),
                        stored.version(),
                        stored.changedAt()));
    }

    private static Stored stored(Row row) throws SQLException {
        return new Stored(row.bytes(), row.number(), row.time());
    }

    private static String owner(UUID uid) {
        return "generated " + uid;
    }
}
