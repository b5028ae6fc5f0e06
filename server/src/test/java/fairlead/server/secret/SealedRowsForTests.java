package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One row in each table that has something sealed, and how it is opened.
final class SealedRowsForTests {

    private static final byte[] NOTHING = {};
    private static final String CLEAR = "{\"Secret\":\"never told\"}";

    private final Database database;

    SealedRowsForTests(Database database) {
        this.database = database;
    }

    /// A value: the column, where it is, and what it is sealed for.
    private record Value(String table, String column, String owner, boolean coded) {}

    private static final List<Value> VALUES = List.of(
            new Value("type_configuration", "sealed", "configuration of A::B::C", false),
            new Value("account_type_configuration", "sealed", "configuration of A::B::C in s-1", false),
            new Value("hook_type", "configuration", "configuration of hook A::B::C", false),
            new Value("webhook", "secrets", "webhook/w", false),
            new Value("left_behind", "desired", "t", false),
            new Value("left_behind", "context", "t", false),
            new Value("resource", "secrets", "u", false),
            new Value("resource", "desired", "u desired", false),
            new Value("resource", "properties", "u properties", false),
            new Value("resource_secret", "sealed", "generated u", false),
            new Value("operation", "output", "o", false),
            new Value("drift", "found", "u found", false),
            new Value("drift", "applied", "u applied", false),
            new Value("nested_put", "sealed", "o", false),
            new Value("authority_key", "sealed", "authority-key/a", false),
            new Value("audit_key", "sealed", "audit-key/v+1+x", false),
            new Value("access_key_root", "sealed", "access-key-root/1", false),
            new Value("approval", "document", "approval/a", false),
            new Value("plan_key", "sealed", "plan-key", false),
            new Value("simulated_thing", "model", "A::B::C scope i model", true),
            new Value("simulated_thing", "previous", "A::B::C scope i previous", true));

    static int count() {
        return VALUES.size();
    }

    private void change(String sql, @Nullable Object... arguments) {
        database.write(transaction -> transaction.update(sql, arguments));
    }

    void store(Vault vault) {
        change("""
            INSERT INTO hook_type (type_name, owner, last_version, alias, configuration, configured_at)
            VALUES ('A::B::C', '', 0, '', ?, 0)
            """, (Object) sealed(vault, "configuration of hook A::B::C"));
        change("INSERT INTO type_configuration (type_name, sealed) VALUES ('A::B::C', ?)", (Object)
                sealed(vault, "configuration of A::B::C"));
        change(
                "INSERT INTO account_type_configuration (type_name, account, sealed, alias, set_at)"
                        + " VALUES ('A::B::C', 's-1', ?, '', 0)",
                (Object) sealed(vault, "configuration of A::B::C in s-1"));
        change("""
            INSERT INTO webhook (name, url, wanted, secrets, state, reason, position, attempts, due_at,
              last_outcome, created_at, lease_until, fence)
            VALUES ('w', '', '', ?, '', '', 0, 0, 0, '', 0, 0, 0)
            """, (Object) sealed(vault, "webhook/w"));
        change("""
            INSERT INTO left_behind (thing, operation, arm_id, location, type_name, type_version, desired, context,
              attempts, due_at, reason)
            VALUES ('t', '', '/r', '', '', 1, ?, ?, 0, 0, '')
            """, sealed(vault, "t"), sealed(vault, "t"));
        change("""
            INSERT INTO resource (uid, arm_key, arm_id, subscription, type_name, type_version, location, state,
              version, tags, desired, properties, secrets, created_by, created_by_type, created_at, changed_by,
              changed_by_type, changed_at)
            VALUES ('u', '/r', '/r', '', '', 1, '', '', 1, ?, ?, ?, ?, '', '', 0, '', '', 0)
            """, NOTHING, sealed(vault, "u desired"), sealed(vault, "u properties"), sealed(vault, "u"));
        byte[] generated = sealed(vault, "generated u");
        change(
                "INSERT INTO resource_secret (uid, sealed, version, changed_at, checksum) VALUES ('u', ?, 3, 7, ?)",
                generated,
                RecordTable.checksum("u", generated, 3L, Instant.ofEpochMilli(7)));
        change("""
            INSERT INTO drift (uid, version, arm_key, status, checked_at, found, applied, told, repair_note)
            VALUES ('u', 1, '/r', 'DRIFTED', 0, ?, ?, 0, '')
            """, sealed(vault, "u found"), sealed(vault, "u applied"));
        operation("o", sealed(vault, "o"), false);
        change("INSERT INTO nested_put (operation, position, resource_id, sealed) VALUES ('o', 1, '', ?)", (Object)
                sealed(vault, "o"));
        change("INSERT INTO authority_key (id, created_at, sealed) VALUES ('a', 0, ?)", (Object)
                sealed(vault, "authority-key/a"));
        change("INSERT INTO audit_key (id, verifier, made_at, sealed) VALUES (1, 'v+1+x', 0, ?)", (Object)
                sealed(vault, "audit-key/v+1+x"));
        change("INSERT INTO access_key_root (generation, created_at, sealed) VALUES (1, 0, ?)", (Object)
                sealed(vault, "access-key-root/1"));
        change("""
            INSERT INTO approval (id, subscription, resource_key, principal, plan_hash, state, asked_at, ends, decided,
              document)
            VALUES ('a', '', '', '', '', 'USED', 0, 0, ?, ?)
            """, NOTHING, sealed(vault, "approval/a"));
        change("INSERT INTO plan_key (id, sealed) VALUES (1, ?)", (Object) sealed(vault, "plan-key"));
        change("""
            INSERT INTO simulated_thing (type_name, scope, id, token, changed_by, revision, reads, created_at,
              changed_at, model, previous)
            VALUES ('A::B::C', 'scope', 'i', '', '', 1, 0, 0, 0, ?, ?)
            """, coded(vault, "A::B::C scope i model"), coded(vault, "A::B::C scope i previous"));
    }

    /// An operation that has ended, or one that is under way since the epoch.
    void operation(String id, byte[] output, boolean underWay) {
        change("""
            INSERT INTO operation (id, kind, subscription, location, subject, subject_id, type_name, status,
              created_at, deadline, due_at, fence, attempt, interruptions, used, pause, cancel_requested, message,
              input, progress, request_id, correlation_id, requested_by, output)
            VALUES (?, 'ACTION', '', '', '', '', '', '', 0, 0, ?, 1, 1, 0, 0, 0, 0, '', ?, ?, '', '', '', ?)
            """, id, underWay ? 1L : null, NOTHING, NOTHING, output);
    }

    void end(String operation) {
        change("UPDATE operation SET due_at = NULL WHERE id = ?", operation);
    }

    /// As a request does it that has read the record before: what is sealed is written back as it was.
    void writeBack(byte[] secrets) {
        change("UPDATE resource SET secrets = ? WHERE uid = 'u'", (Object) secrets);
    }

    byte[] secrets() {
        return database.read(transaction -> transaction.one("SELECT secrets FROM resource", Row::bytes))
                .orElseThrow();
    }

    private static byte[] sealed(Vault vault, String owner) {
        return vault.seal(CLEAR.getBytes(StandardCharsets.UTF_8), owner);
    }

    private static String coded(Vault vault, String owner) {
        return Base64.getEncoder().encodeToString(sealed(vault, owner));
    }

    void openBy(Vault vault) {
        for (Value value : VALUES) {
            String sql = "SELECT " + value.column() + " FROM " + value.table();
            byte[] stored = database.read(transaction -> transaction.one(
                            sql, row -> value.coded() ? Base64.getDecoder().decode(row.text()) : row.bytes()))
                    .orElseThrow();
            assertThat(new String(vault.open(stored, value.owner()), StandardCharsets.UTF_8))
                    .as(value.toString())
                    .isEqualTo(CLEAR);
        }
    }

    /// Which keys have sealed something, by their ids.
    List<Long> sealedBy() {
        List<Long> all = new ArrayList<>();
        for (Value value : VALUES) {
            String sql = "SELECT " + value.column() + " FROM " + value.table();
            database.read(transaction -> transaction.one(
                            sql, row -> value.coded() ? Base64.getDecoder().decode(row.text()) : row.bytes()))
                    .ifPresent(stored -> all.add(SealedBegin.keyId(stored)));
        }
        return all.stream().distinct().toList();
    }

    boolean hasChecksumOfGenerated() {
        return database.read(transaction -> transaction.one(
                        "SELECT sealed, checksum FROM resource_secret",
                        row -> RecordTable.checksum("u", row.bytes(), 3L, Instant.ofEpochMilli(7)) == row.number()))
                .orElseThrow();
    }
}
