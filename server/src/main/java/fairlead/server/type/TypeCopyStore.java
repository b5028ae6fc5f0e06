package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The SQL by which versions of types are copied, with the numbers that they have.
final class TypeCopyStore {

    private static final String FIND = """
        SELECT t.name, t.arm_type, t.arm_key, t.last_version, v.version, v.api_version, v.digest, v.registered_at,
          v.schema, v.registration, v.referred, r.document, v.archive
        FROM resource_type t JOIN resource_type_version v ON v.type_name = t.name
          LEFT JOIN contract_report r ON r.type_name = v.type_name AND r.version = v.version
        WHERE t.name = ? AND v.version = ?
        """;

    private static final String FIND_DEFAULT = "SELECT default_version FROM resource_type WHERE name = ?";

    private static final String FIND_DIGEST =
            "SELECT digest FROM resource_type_version WHERE type_name = ? AND version = ?";

    private static final String INSERT_TYPE = """
        INSERT INTO resource_type (name, arm_type, arm_key, default_version, last_version) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET last_version =
          CASE WHEN excluded.last_version > resource_type.last_version THEN excluded.last_version
          ELSE resource_type.last_version END
        """;

    private static final String INSERT_VERSION = """
        INSERT INTO resource_type_version (type_name, version, api_version, digest, registered_at, schema, registration,
          referred, archive)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private TypeCopyStore() {}

    static Optional<TypeCopy> find(Transaction transaction, TypeName name, int version) {
        return transaction.one(FIND, TypeCopyStore::copy, name.toString(), version);
    }

    private static TypeCopy copy(Row row) throws SQLException {
        ObjectNode about = JsonNodeFactory.instance.objectNode();
        about.put("name", row.text())
                .put("armType", row.text())
                .put("armKey", row.text())
                .put("lastVersion", row.number())
                .put("version", row.number())
                .put("apiVersion", row.text())
                .put("digest", row.text())
                .put("registeredAt", row.time().toEpochMilli());
        put(about, "schema", Optional.of(row.bytes()));
        put(about, "registration", Optional.of(row.bytes()));
        put(about, "referred", row.bytesIfAny());
        put(about, "report", row.bytesIfAny());
        return new TypeCopy(about, row.bytes());
    }

    private static void put(ObjectNode about, String column, Optional<byte[]> bytes) {
        bytes.ifPresent(present -> about.put(column, Base64.getEncoder().encodeToString(present)));
    }

    static Optional<Integer> findDefault(Transaction transaction, TypeName name) {
        return transaction.one(FIND_DEFAULT, row -> (int) row.number(), name.toString());
    }

    /// False if the very same is there already; a problem if another is.
    static boolean insert(Transaction transaction, TypeCopy copy) {
        String name = copy.name().toString();
        Optional<String> present = transaction.one(FIND_DIGEST, Row::text, name, copy.version());
        if (present.isPresent()) {
            if (!present.get().equals(copy.digest())) {
                throw TypeCopies.notTaken(
                        name + " has a version %08d already, with other contents.".formatted(copy.version()));
            }
            return false;
        }
        transaction.update(
                INSERT_TYPE,
                name,
                copy.text("armType"),
                copy.text("armKey"),
                copy.version(),
                copy.about().path("lastVersion").asInt());
        transaction.update(
                INSERT_VERSION,
                name,
                copy.version(),
                copy.text("apiVersion"),
                copy.digest(),
                Instant.ofEpochMilli(copy.about().path("registeredAt").asLong()),
                copy.bytes("schema").orElseThrow(),
                copy.bytes("registration").orElseThrow(),
                copy.bytes("referred"),
                copy.archive());
        return true;
    }
}
