package fairlead.server.secret;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everything that is sealed has to be sealed anew before a key can go.
class SealedColumnsTest {

    /// What is never sealed with this key, and what an operation under way has sealed for itself (its input and its
    /// progress). A column that is new has to be put here, or among those that are sealed anew.
    private static final Set<String> OTHERS = Set.of(
            "audit.leaf",
            "audit.personal",
            "audit.record",
            "approval.decided",
            "audit_tile.hashes",
            "audit_tile.numbers",
            "contract_report.document",
            "credential.document",
            "deny_assignment.document",
            "deregistered_version.schema",
            "hook_version.archive",
            "hook_version.schema",
            "device_request.document",
            "operation.error_details",
            "operation.input",
            "operation.progress",
            "policy_event.document",
            "policy_object.document",
            "policy_state.document",
            "refresh_family.document",
            "stack_event.properties",
            "resource.sku",
            "resource.tags",
            "resource_group.tags",
            "resource_type_version.archive",
            "resource_type_version.referred",
            "resource_type_version.registration",
            "resource_type_version.schema",
            "role_assignment.document",
            "role_definition.document",
            "seal_key.keyset",
            "stored_object.content",
            "subscription.tags",
            "upload_part.content");

    private static final String BYTES = """
        SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND c.type = 'BLOB'
        """;

    @Test
    void areAllThatThereAre(@TempDir Path folder) {
        try (Database database = SqliteDatabase.open(folder.resolve("fairlead.db"))) {
            Migrations.apply(database, Clock.systemUTC());
            List<String> present = database.read(transaction -> transaction.query(BYTES, row -> row.text()));
            Set<String> unknown = new TreeSet<>(present);
            unknown.removeAll(OTHERS);
            SealedColumns.ALL.forEach(column -> unknown.remove(column.table() + "." + column.name()));
            assertThat(unknown).isEmpty();
        }
    }
}
