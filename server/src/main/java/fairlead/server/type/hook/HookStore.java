package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of hooks. Every change of them counts up the generation by which nodes notice it.
final class HookStore {

    private static final String GENERATION = "SELECT n FROM hook_generation WHERE id = 1";

    private static final String NEXT = "UPDATE hook_generation SET n = n + 1 WHERE id = 1";

    private static final String TYPES = """
        SELECT type_name, owner, default_version, alias, configuration, configured_at FROM hook_type
        WHERE default_version IS NOT NULL ORDER BY type_name
        """;

    private static final String VERSIONS =
            "SELECT version, digest, schema, registered_at FROM hook_version WHERE type_name = ? ORDER BY version";

    private static final String ARCHIVE = "SELECT archive FROM hook_version WHERE type_name = ? AND version = ?";

    private static final String CLAIM = """
        INSERT INTO hook_type (type_name, owner, last_version, alias, configured_at) VALUES (?, ?, 0, '', 0)
        ON CONFLICT (type_name) DO NOTHING
        """;

    private static final String OWNER = "SELECT owner FROM hook_type WHERE type_name = ?";

    private static final String NUMBER = """
        UPDATE hook_type SET last_version = last_version + 1, default_version = coalesce(default_version, last_version + 1)
        WHERE type_name = ? RETURNING last_version
        """;

    private static final String INSERT = """
        INSERT INTO hook_version (type_name, version, digest, schema, archive, registered_at) VALUES (?, ?, ?, ?, ?, ?)
        """;

    private static final String SET_DEFAULT = "UPDATE hook_type SET default_version = ? WHERE type_name = ?";

    private static final String CONFIGURE =
            "UPDATE hook_type SET alias = ?, configuration = ?, configured_at = ? WHERE type_name = ?";

    private static final String DELETE_VERSION = "DELETE FROM hook_version WHERE type_name = ? AND version = ?";

    private static final String DELETE_VERSIONS = "DELETE FROM hook_version WHERE type_name = ?";

    private static final String FORGET = """
        UPDATE hook_type SET default_version = NULL, configuration = NULL, alias = '', configured_at = 0
        WHERE type_name = ?
        """;

    long generation(Transaction transaction) {
        return transaction.one(GENERATION, Row::number).orElseThrow();
    }

    /// Says that the hooks are others from here on. It also makes changes of them come one after the other.
    void count(Transaction transaction) {
        transaction.update(NEXT);
    }

    /// A row of a hook.
    ///
    /// @param sealed its configuration
    record Stored(
            TypeName name, String owner, int defaultVersion, String alias, Optional<byte[]> sealed, Instant setAt) {}

    List<Stored> types(Transaction transaction) {
        return transaction.query(
                TYPES,
                row -> new Stored(
                        TypeName.parse(row.text()),
                        row.text(),
                        (int) row.number(),
                        row.text(),
                        row.bytesIfAny(),
                        row.time()));
    }

    List<HookVersion> versions(Transaction transaction, TypeName name) {
        return transaction.query(
                VERSIONS,
                row -> new HookVersion((int) row.number(), row.text(), HookSchema.read(row.bytes()), row.time()),
                name.toString());
    }

    Optional<byte[]> archive(Transaction transaction, TypeName name, int version) {
        return transaction.one(ARCHIVE, Row::bytes, name.toString(), version);
    }

    /// Keeps a name for an owner, unless it is kept already: whose it is then.
    String claim(Transaction transaction, TypeName name, String owner) {
        transaction.update(CLAIM, name.toString(), owner);
        return owner(transaction, name).orElseThrow();
    }

    Optional<String> owner(Transaction transaction, TypeName name) {
        return transaction.one(OWNER, Row::text, name.toString());
    }

    /// Adds a version; its number.
    int insert(Transaction transaction, HookSchema schema, String digest, byte[] archive, Instant now) {
        String name = schema.name().toString();
        int number = transaction.change(NUMBER, row -> (int) row.number(), name).getFirst();
        transaction.update(INSERT, name, number, digest, schema.bytes(), archive, now);
        return number;
    }

    void setDefault(Transaction transaction, TypeName name, int version) {
        transaction.update(SET_DEFAULT, version, name.toString());
    }

    void configure(Transaction transaction, TypeName name, String alias, Optional<byte[]> sealed, Instant now) {
        transaction.update(CONFIGURE, alias, sealed.orElse(null), now, name.toString());
    }

    void delete(Transaction transaction, TypeName name, int version) {
        transaction.update(DELETE_VERSION, name.toString(), version);
    }

    /// The name stays with its owner.
    void delete(Transaction transaction, TypeName name) {
        transaction.update(DELETE_VERSIONS, name.toString());
        transaction.update(FORGET, name.toString());
    }
}
