package fairlead.server.access.role;

import fairlead.server.access.Principal;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The SQL of roles, of their assignments, and of what is denied. Every change of them counts up the version by
/// which nodes notice it.
public final class RoleStore {

    /// What the tables of definitions, assignments and denials consist of.
    public static final RecordTable DEFINITIONS =
            new RecordTable("role_definition", "id", false, List.of("id", "name_key", "document"), _ -> false);

    /// As [#DEFINITIONS].
    public static final RecordTable ASSIGNMENTS = new RecordTable(
            "role_assignment", "id", false, List.of("id", "scope_key", "principal", "role", "document"), _ -> false);

    /// As [#DEFINITIONS].
    public static final RecordTable DENIALS =
            new RecordTable("deny_assignment", "id", false, List.of("id", "scope_key", "document"), _ -> false);

    private static final String VERSION = "SELECT n FROM access_version WHERE id = 1";

    private static final String HELD_VERSION = "SELECT g.n FROM access_version g WHERE g.id = 1 {share}";

    private static final String NEXT = "UPDATE access_version SET n = n + 1 WHERE id = 1";

    private static final String PUT_DEFINITION = """
        INSERT INTO role_definition (id, name_key, document, checksum) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name_key = excluded.name_key, document = excluded.document,
          checksum = excluded.checksum
        """;

    private static final String DELETE_DEFINITION = "DELETE FROM role_definition WHERE id = ?";

    private static final String LIST_DEFINITIONS = "SELECT id, document FROM role_definition";

    private static final String PUT_ASSIGNMENT = """
        INSERT INTO role_assignment (id, scope_key, principal, role, document, checksum) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET document = excluded.document, checksum = excluded.checksum
        """;

    private static final String DELETE_ASSIGNMENT = "DELETE FROM role_assignment WHERE id = ?";

    private static final String LIST_ASSIGNMENTS = "SELECT id, document FROM role_assignment";

    private static final String PUT_DENIAL = """
        INSERT INTO deny_assignment (id, scope_key, document, checksum) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET scope_key = excluded.scope_key, document = excluded.document,
          checksum = excluded.checksum
        """;

    private static final String DELETE_DENIAL = "DELETE FROM deny_assignment WHERE id = ?";

    private static final String LIST_DENIALS = "SELECT id, document FROM deny_assignment";

    private static final String LIST_MEMBERSHIPS = "SELECT group_id, member FROM membership";

    private static final String LIST_STANDINGS =
            "SELECT id, disabled, tokens_valid_from FROM principal WHERE disabled = 1 OR tokens_valid_from > 0";

    private static final String LIST_KEYS = """
        SELECT k.id, p.id, p.name, p.kind, k.subscription, k.generation, k.ends
        FROM access_key k JOIN principal p ON p.id = k.principal
        """;

    private final JsonMapper json = JsonMapper.shared();

    /// The version, which stays so until the transaction has ended: a change of the rules waits for it, and whatever is
    /// decided by it comes before that change.
    long heldVersion(Transaction transaction) {
        return transaction.one(HELD_VERSION, Row::number).orElseThrow();
    }

    long version(Transaction transaction) {
        return transaction.one(VERSION, Row::number).orElseThrow();
    }

    /// Says that the rules are others from here on. It also makes changes of rules come one after the other.
    void count(Transaction transaction) {
        transaction.update(NEXT);
    }

    // -- definitions --------------------------------------------------------------------------------------------------

    void put(Transaction transaction, RoleDefinition role) {
        String id = role.id().toString();
        String name = role.name().toLowerCase(Locale.ROOT);
        byte[] document = json.writeValueAsBytes(RoleJson.properties(role));
        transaction.update(PUT_DEFINITION, id, name, document, RecordTable.checksum(id, name, document));
    }

    void deleteDefinition(Transaction transaction, UUID id) {
        transaction.update(DELETE_DEFINITION, id.toString());
    }

    /// Those that ship with the program, and the others.
    Map<UUID, RoleDefinition> definitions(Transaction transaction) {
        Map<UUID, RoleDefinition> all = new HashMap<>(
                BuiltInRoles.all().stream().collect(Collectors.toMap(RoleDefinition::id, Function.identity())));
        transaction
                .query(LIST_DEFINITIONS, row -> RoleJson.stored(UUID.fromString(row.text()), document(row)))
                .forEach(role -> all.put(role.id(), role));
        return all;
    }

    // -- assignments --------------------------------------------------------------------------------------------------

    void put(Transaction transaction, RoleAssignment assignment) {
        String id = assignment.name().toString();
        String scope = assignment.scope().key();
        String principal = assignment.principal().toString();
        String role = assignment.role().toString();
        byte[] document = json.writeValueAsBytes(RoleJson.properties(assignment, role));
        transaction.update(
                PUT_ASSIGNMENT,
                id,
                scope,
                principal,
                role,
                document,
                RecordTable.checksum(id, scope, principal, role, document));
    }

    void deleteAssignment(Transaction transaction, UUID name) {
        transaction.update(DELETE_ASSIGNMENT, name.toString());
    }

    List<RoleAssignment> assignments(Transaction transaction) {
        return transaction.query(LIST_ASSIGNMENTS, RoleStore::assignment);
    }

    private static RoleAssignment assignment(Row row) throws SQLException {
        UUID name = UUID.fromString(row.text());
        JsonNode document = document(row);
        return RoleJson.stored(name, document.path("scope").asString(), document);
    }

    Optional<RoleAssignment> assignment(Transaction transaction, UUID name) {
        return transaction.one(LIST_ASSIGNMENTS + " WHERE id = ?", RoleStore::assignment, name.toString());
    }

    // -- denials ------------------------------------------------------------------------------------------------------

    void put(Transaction transaction, DenyAssignment denial) {
        String id = denial.name().toString();
        String scope = denial.scope().key();
        byte[] document = json.writeValueAsBytes(RoleJson.properties(denial));
        transaction.update(PUT_DENIAL, id, scope, document, RecordTable.checksum(id, scope, document));
    }

    void deleteDenial(Transaction transaction, UUID name) {
        transaction.update(DELETE_DENIAL, name.toString());
    }

    List<DenyAssignment> denials(Transaction transaction) {
        return transaction.query(LIST_DENIALS, row -> {
            UUID name = UUID.fromString(row.text());
            JsonNode document = document(row);
            return RoleJson.storedDenial(name, document.path("scope").asString(), document);
        });
    }

    // -- tenant administrators ----------------------------------------------------------------------------------------

    boolean isTenantAdministrator(Transaction transaction, UUID principal) {
        return transaction
                .one("SELECT 1 FROM tenant_administrator WHERE principal = ?", Row::number, principal.toString())
                .isPresent();
    }

    void markTenantAdministrator(Transaction transaction, UUID principal, boolean marked, Instant now) {
        if (marked) {
            transaction.update(
                    "INSERT INTO tenant_administrator (principal, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    principal.toString(),
                    now);
        } else {
            transaction.update("DELETE FROM tenant_administrator WHERE principal = ?", principal.toString());
        }
    }

    // -- all of it ----------------------------------------------------------------------------------------------------

    private static Map<UUID, Set<UUID>> memberships(Transaction transaction) {
        Map<UUID, Set<UUID>> groups = new HashMap<>();
        record Pair(UUID group, UUID member) {}
        transaction
                .query(LIST_MEMBERSHIPS, row -> new Pair(UUID.fromString(row.text()), UUID.fromString(row.text())))
                .forEach(pair -> groups.computeIfAbsent(pair.member(), _ -> new HashSet<>())
                        .add(pair.group()));
        return groups;
    }

    /// Those principals that may not do everything that their roles allow.
    private static Map<UUID, RuleSnapshot.Standing> standings(Transaction transaction) {
        Map<UUID, RuleSnapshot.Standing> standings = new HashMap<>();
        transaction.query(
                LIST_STANDINGS,
                row -> standings.put(
                        UUID.fromString(row.text()),
                        new RuleSnapshot.Standing(row.flag(), row.time().toEpochMilli())));
        return standings;
    }

    private static Map<String, AccessKey> keys(Transaction transaction) {
        return transaction.query(LIST_KEYS, RoleStore::key).stream()
                .collect(Collectors.toMap(AccessKey::id, Function.identity()));
    }

    private static Set<String> sessions(Transaction transaction) {
        return new HashSet<>(transaction.query("SELECT id FROM refresh_family", Row::text));
    }

    private static AccessKey key(Row row) throws SQLException {
        String id = row.text();
        UUID principal = UUID.fromString(row.text());
        String name = row.text();
        String type = row.text().equals("user") ? "User" : "Application";
        return new AccessKey(id, new Principal(name, type, principal), row.text(), row.number(), row.time());
    }

    /// @param now whose assignments count
    RuleSnapshot snapshot(Transaction transaction, Instant now) {
        List<RoleAssignment> current = assignments(transaction).stream()
                .filter(assignment -> assignment.isCurrent(now))
                .toList();
        return new RuleSnapshot(
                version(transaction),
                definitions(transaction),
                current,
                denials(transaction),
                new RuleSnapshot.People(
                        memberships(transaction), standings(transaction), keys(transaction), sessions(transaction)));
    }

    private static JsonNode document(Row row) throws SQLException {
        return JsonMapper.shared().readTree(row.bytes());
    }
}
