package fairlead.server.access.identity;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of principals and their credentials.
public final class DirectoryStore {

    /// What the table of principals consists of.
    public static final RecordTable PRINCIPALS = new RecordTable(
            "principal",
            "id",
            false,
            List.of("id", "kind", "name", "issuer", "subject", "disabled", "tokens_valid_from", "created_at"),
            _ -> false);

    /// What the table of credentials consists of.
    public static final RecordTable CREDENTIALS = new RecordTable(
            "credential", "id", false, List.of("id", "principal", "kind", "document", "ends"), _ -> false);

    private static final String COLUMNS =
            "SELECT id, kind, name, issuer, subject, disabled, tokens_valid_from, created_at FROM principal ";

    private static final String PUT = """
        INSERT INTO principal (id, kind, name, issuer, subject, disabled, tokens_valid_from, created_at, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, disabled = excluded.disabled,
          tokens_valid_from = excluded.tokens_valid_from, checksum = excluded.checksum
        """;

    private static final String PUT_CREDENTIAL =
            "INSERT INTO credential (id, principal, kind, document, ends, checksum) VALUES (?, ?, ?, ?, ?, ?)";

    private static final String FIND_CREDENTIALS =
            "SELECT id, principal, kind, document, ends FROM credential WHERE principal = ? ORDER BY ends, id";

    private static final String FIND_CREDENTIAL =
            "SELECT id, principal, kind, document, ends FROM credential WHERE id = ?";

    private static final String DELETE_CREDENTIAL = "DELETE FROM credential WHERE principal = ? AND id = ?";

    void put(Transaction transaction, DirectoryObject object) {
        String id = object.id().toString();
        String kind = object.kind().word();
        int disabled = object.disabled() ? 1 : 0;
        transaction.update(
                PUT,
                id,
                kind,
                object.name(),
                object.issuer(),
                object.subject(),
                disabled,
                object.tokensValidFrom(),
                object.createdAt(),
                RecordTable.checksum(
                        id,
                        kind,
                        object.name(),
                        object.issuer(),
                        object.subject(),
                        disabled,
                        object.tokensValidFrom(),
                        object.createdAt()));
    }

    void own(Transaction transaction, UUID principal, String owner) {
        transaction.update(
                "INSERT INTO principal_owner (principal, owner) VALUES (?, ?) ON CONFLICT (principal) DO NOTHING",
                principal.toString(),
                owner);
    }

    /// Who has made a service principal; empty if that is not known.
    public static Optional<String> owner(Transaction transaction, String principal) {
        return transaction.one("SELECT owner FROM principal_owner WHERE principal = ?", Row::text, principal);
    }

    Optional<DirectoryObject> find(Transaction transaction, UUID id) {
        return transaction.one(COLUMNS + "WHERE id = ?", DirectoryStore::object, id.toString());
    }

    /// The one that signs in here by a client id.
    Optional<DirectoryObject> findClient(Transaction transaction, String clientId) {
        return transaction.one(
                COLUMNS + "WHERE issuer = '' AND subject = ?",
                DirectoryStore::object,
                clientId.toLowerCase(Locale.ROOT));
    }

    /// Those with that name, or that id.
    List<DirectoryObject> named(Transaction transaction, String name) {
        return transaction.query(
                COLUMNS + "WHERE name = ? OR id = ? ORDER BY id",
                DirectoryStore::object,
                name,
                name.toLowerCase(Locale.ROOT));
    }

    /// From behind an id on.
    List<DirectoryObject> list(Transaction transaction, String after, int limit) {
        return transaction.query(COLUMNS + "WHERE id > ? ORDER BY id LIMIT ?", DirectoryStore::object, after, limit);
    }

    void delete(Transaction transaction, UUID id) {
        transaction.update("DELETE FROM credential WHERE principal = ?", id.toString());
        transaction.update("DELETE FROM access_key WHERE principal = ?", id.toString());
        transaction.update("DELETE FROM refresh_family WHERE principal = ?", id.toString());
        transaction.update("DELETE FROM tenant_administrator WHERE principal = ?", id.toString());
        transaction.update("DELETE FROM principal_owner WHERE principal = ?", id.toString());
        transaction.update("DELETE FROM membership WHERE member = ? OR group_id = ?", id.toString(), id.toString());
        transaction.update("DELETE FROM principal WHERE id = ?", id.toString());
    }

    private static DirectoryObject object(Row row) throws SQLException {
        return new DirectoryObject(
                UUID.fromString(row.text()),
                DirectoryObject.Kind.valueOf(row.text().toUpperCase(Locale.ROOT)),
                row.text(),
                new DirectoryObject.Voucher(row.text(), row.text()),
                row.flag(),
                row.time(),
                row.time());
    }

    // -- credentials --------------------------------------------------------------------------------------------------

    void add(Transaction transaction, Credential credential) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        String kind = switch (credential.proof()) {
            case Credential.Proof.Secret(var sha256, var hint) -> {
                json.put("sha256", sha256).put("hint", hint);
                yield "secret";
            }
            case Credential.Proof.Federated(var issuer, var subject, var audience) -> {
                json.put("issuer", issuer).put("subject", subject).put("audience", audience);
                yield "federated";
            }
            case Credential.Proof.Certificate(var der) -> {
                json.put("der", der);
                yield "certificate";
            }
            case Credential.Proof.CertificateName(var name) -> {
                json.put("name", name);
                yield "certificateName";
            }
        };
        if (!credential.label().isEmpty()) {
            json.put("label", credential.label());
        }
        byte[] document = JsonMapper.shared().writeValueAsBytes(json);
        String id = credential.id().toString();
        String principal = credential.principal().toString();
        Instant ends = credential.ends();
        transaction.update(
                PUT_CREDENTIAL,
                id,
                principal,
                kind,
                document,
                ends,
                RecordTable.checksum(id, principal, kind, document, ends));
    }

    List<Credential> credentials(Transaction transaction, UUID principal) {
        return transaction.query(FIND_CREDENTIALS, DirectoryStore::credential, principal.toString());
    }

    Optional<Credential> credential(Transaction transaction, UUID id) {
        return transaction.one(FIND_CREDENTIAL, DirectoryStore::credential, id.toString());
    }

    private static Credential credential(Row row) throws SQLException {
        UUID id = UUID.fromString(row.text());
        UUID principal = UUID.fromString(row.text());
        String kind = row.text();
        JsonNode json = JsonMapper.shared().readTree(row.bytes());
        Credential.Proof proof = switch (kind) {
            case "secret" ->
                new Credential.Proof.Secret(
                        json.path("sha256").asString(), json.path("hint").asString());
            case "federated" ->
                new Credential.Proof.Federated(
                        json.path("issuer").asString(),
                        json.path("subject").asString(),
                        json.path("audience").asString());
            case "certificateName" ->
                new Credential.Proof.CertificateName(json.path("name").asString());
            default -> new Credential.Proof.Certificate(json.path("der").asString());
        };
        return new Credential(id, principal, row.time(), json.path("label").asString(""), proof);
    }

    boolean remove(Transaction transaction, UUID principal, UUID credential) {
        return transaction.update(DELETE_CREDENTIAL, principal.toString(), credential.toString()) == 1;
    }

    // -- memberships --------------------------------------------------------------------------------------------------

    boolean join(Transaction transaction, UUID group, UUID member) {
        return transaction.update(
                        "INSERT INTO membership (group_id, member) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        group.toString(),
                        member.toString())
                == 1;
    }

    boolean leave(Transaction transaction, UUID group, UUID member) {
        return transaction.update(
                        "DELETE FROM membership WHERE group_id = ? AND member = ?", group.toString(), member.toString())
                == 1;
    }

    List<UUID> members(Transaction transaction, UUID group) {
        return transaction.query(
                "SELECT member FROM membership WHERE group_id = ? ORDER BY member",
                row -> UUID.fromString(row.text()),
                group.toString());
    }
}
