package fairlead.server.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Brings the tables to the newest version: numbered files, each applied once and in order, in one
/// transaction each.
///
/// Several nodes may start at once: the one that inserts the version's row first applies the file, the others
/// wait for its transaction and find the version there.
public final class Migrations {

    private static final List<String> FILES = List.of(
            "001-foundation.sql",
            "002-contract-reports.sql",
            "003-simulated-things.sql",
            "004-scopes.sql",
            "005-operation-output.sql",
            "006-origins.sql",
            "007-type-registry.sql",
            "008-sku.sql",
            "009-operation-logs.sql",
            "010-cells.sql",
            "011-cloud-control.sql",
            "012-referred-documents.sql",
            "013-nested-put.sql",
            "014-watch.sql",
            "015-webhooks.sql",
            "016-told-arns.sql",
            "017-audit-planes.sql",
            "018-drift.sql",
            "019-left-behind.sql",
            "020-ordered-indexes.sql",
            "021-left-behind-reasons.sql",
            "022-extensions.sql",
            "023-webhook-messages.sql",
            "024-told-drift.sql",
            "025-told-identifiers.sql",
            "026-seal-key-fingerprint.sql",
            "027-interruptions.sql",
            "028-used-time.sql",
            "029-checksums.sql",
            "030-left-behind-contexts.sql",
            "031-account-configurations.sql",
            "032-type-owners.sql",
            "033-roles.sql",
            "034-principals.sql",
            "035-audit-log.sql",
            "036-access-keys.sql",
            "037-policies.sql",
            "038-quotas.sql",
            "039-generated-secrets.sql",
            "040-approvals.sql",
            "041-principal-owners.sql",
            "042-seal-key-rotation.sql",
            "043-targets-and-holds.sql",
            "044-hooks.sql",
            "045-stacks.sql",
            "046-deployments.sql",
            "047-nested-stacks.sql",
            "048-composites.sql",
            "049-deployment-stacks.sql",
            "050-stack-signals.sql",
            "051-custom-resources.sql");

    private static final String MAKE_VERSIONS = """
        CREATE TABLE IF NOT EXISTS schema_version (
          version INTEGER PRIMARY KEY,
          file TEXT NOT NULL,
          applied_at BIGINT NOT NULL)
        """;

    private static final String TAKE_VERSION = """
        INSERT INTO schema_version (version, file, applied_at) VALUES (?, ?, ?)
        ON CONFLICT (version) DO NOTHING
        """;

    private static final String NEWEST = "SELECT coalesce(max(version), 0) FROM schema_version";

    private Migrations() {}

    /// Applies what is missing. Throws [DatabaseException] if the database is of a newer version than this
    /// program.
    public static void apply(Database database, Clock clock) {
        makeVersions(database);
        for (int i = 0; i < FILES.size(); i++) {
            int version = i + 1;
            String file = FILES.get(i);
            database.write(transaction -> {
                if (transaction.update(TAKE_VERSION, version, file, clock.instant()) == 1) {
                    statements(file).forEach(statement -> transaction.update(statement));
                }
                return version;
            });
        }
        long newest = version(database);
        if (newest > FILES.size()) {
            throw new DatabaseException(
                    DatabaseException.Kind.BROKEN,
                    "the database has version " + newest + ", this program knows up to " + FILES.size()
                            + ": start a newer fairlead");
        }
    }

    /// The version to which the tables of the database have been brought.
    static long version(Database database) {
        return database.read(transaction -> transaction.one(NEWEST, Row::number).orElseThrow());
    }

    /// The version that this program brings tables to.
    static int newest() {
        return FILES.size();
    }

    /// Two nodes that start at once may both try to make the table; PostgreSQL lets one of them fail.
    private static void makeVersions(Database database) {
        try {
            database.write(transaction -> transaction.update(MAKE_VERSIONS));
        } catch (DatabaseException lostTheRace) {
            database.write(transaction -> transaction.update(MAKE_VERSIONS));
        }
    }

    static List<String> statements(String file) {
        try (InputStream stream = Objects.requireNonNull(Migrations.class.getResourceAsStream(file), file)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split(";\\s*\n"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException failure) {
            throw new IllegalStateException("can't read " + file, failure);
        }
    }
}
