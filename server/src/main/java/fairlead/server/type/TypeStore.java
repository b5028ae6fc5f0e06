package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.schema.reference.KeptDocuments;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.type.archive.ContractReport;
import fairlead.server.type.archive.PassedContract;
import fairlead.server.type.archive.TypeArchive;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.simulated.SimulatedResourceStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The SQL of the tables of types.
///
/// Each change of them counts the generation up, and only if it still is the one that the change was planned on:
/// of two that are made at once, on whatever nodes, one is planned anew.
final class TypeStore {

    private static final String GENERATION = "SELECT generation FROM type_generation WHERE id = 1";

    private static final String ADVANCE =
            "UPDATE type_generation SET generation = generation + 1 WHERE id = 1 AND generation = ?";

    private static final String LIST_VERSIONS = """
        SELECT t.name, t.arm_type, t.default_version, v.version, v.api_version, v.digest, v.registered_at,
          r.tested_at, r.passed, r.skipped
        FROM resource_type t JOIN resource_type_version v ON v.type_name = t.name
          LEFT JOIN contract_report r ON r.type_name = v.type_name AND r.version = v.version
        ORDER BY t.name, v.version
        """;

    private static final String FIND_DOCUMENTS = """
        SELECT schema, registration, referred FROM resource_type_version
        WHERE type_name = ? AND version = ? AND digest = ?
        """;

    private static final String FIND_ARCHIVE =
            "SELECT archive FROM resource_type_version WHERE type_name = ? AND version = ? AND digest = ?";

    private static final String HOLD_VERSION = """
        SELECT version FROM resource_type_version g
        WHERE type_name = ? AND version = ? AND digest = ? {share}
        """;

    /// Numbers go on where those of a type that had the name before have ended.
    private static final String NEXT_VERSION = """
        INSERT INTO resource_type (name, arm_type, arm_key, default_version, last_version)
        SELECT CAST(? AS TEXT), ?, ?, first.number, first.number
        FROM (SELECT coalesce(max(version), 0) + 1 AS number FROM deregistered_version WHERE type_name = ?) first
        WHERE true
        ON CONFLICT (name) DO UPDATE SET last_version = resource_type.last_version + 1
        RETURNING last_version
        """;

    private static final String INSERT_VERSION = """
        INSERT INTO resource_type_version (type_name, version, api_version, digest, schema, registration, referred,
          archive, registered_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String PUT_REPORT = """
        INSERT INTO contract_report (type_name, version, tested_at, passed, skipped, document) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (type_name, version) DO UPDATE SET tested_at = excluded.tested_at, passed = excluded.passed,
          skipped = excluded.skipped, document = excluded.document
        """;

    private static final String FIND_REPORT =
            "SELECT document FROM contract_report WHERE type_name = ? AND version = ?";

    private static final String DELETE_REPORT = "DELETE FROM contract_report WHERE type_name = ? AND version = ?";

    private static final String DELETE_REPORTS = "DELETE FROM contract_report WHERE type_name = ?";

    private static final String REPLACE_VERSION = """
        UPDATE resource_type_version SET digest = ?, schema = ?, registration = ?, referred = ?, registered_at = ?
        WHERE type_name = ? AND version = ?
        """;

    private static final String SET_DEFAULT = "UPDATE resource_type SET default_version = ? WHERE name = ?";

    private static final String REMEMBER_VERSIONS = """
        INSERT INTO deregistered_version (type_name, version, schema, registered_at, deregistered_at)
        SELECT type_name, version, schema, registered_at, CAST(? AS BIGINT) FROM resource_type_version
        WHERE type_name = ? AND version >= ? AND version <= ?
        """;

    private static final String LIST_DEREGISTERED = """
        SELECT type_name, version, schema, registered_at, deregistered_at FROM deregistered_version
        WHERE type_name = ? ORDER BY version
        """;

    private static final String DEREGISTERED_TYPES = """
        SELECT DISTINCT type_name FROM deregistered_version
        WHERE type_name NOT IN (SELECT name FROM resource_type) ORDER BY type_name
        """;

    private static final String DELETE_VERSION =
            "DELETE FROM resource_type_version WHERE type_name = ? AND version = ?";

    private static final String DELETE_VERSIONS = "DELETE FROM resource_type_version WHERE type_name = ?";

    private static final String DELETE_TYPE = "DELETE FROM resource_type WHERE name = ?";

    private static final String ANY_RESOURCE = "SELECT arm_id FROM resource WHERE type_name = ? LIMIT 1";

    private static final String ANY_RESOURCE_OF_VERSION =
            "SELECT arm_id FROM resource WHERE type_name = ? AND type_version = ? LIMIT 1";

    private static final String COUNT_RESOURCES = "SELECT type_name, count(*) FROM resource GROUP BY type_name";

    private static final String COUNT_STATES =
            "SELECT type_name, state, count(*) FROM resource GROUP BY type_name, state";

    private static final String COUNT_RESOURCES_OF_TYPE = "SELECT count(*) FROM resource WHERE type_name = ?";

    private static final String LIST_CONFIGURATIONS = """
        SELECT type_name, '', sealed, alias, set_at FROM type_configuration
        UNION ALL SELECT type_name, account, sealed, alias, set_at FROM account_type_configuration
        """;

    private static final String PUT_CONFIGURATION = """
        INSERT INTO type_configuration (type_name, sealed, alias, set_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (type_name) DO UPDATE SET sealed = excluded.sealed, alias = excluded.alias,
          set_at = excluded.set_at
        """;

    private static final String PUT_ACCOUNT_CONFIGURATION = """
        INSERT INTO account_type_configuration (type_name, account, sealed, alias, set_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (type_name, account) DO UPDATE SET sealed = excluded.sealed, alias = excluded.alias,
          set_at = excluded.set_at
        """;

    private static final String DELETE_CONFIGURATION = "DELETE FROM type_configuration WHERE type_name = ?";

    private static final String DELETE_ACCOUNT_CONFIGURATION =
            "DELETE FROM account_type_configuration WHERE type_name = ? AND account = ?";

    private static final String DELETE_ACCOUNT_CONFIGURATIONS =
            "DELETE FROM account_type_configuration WHERE type_name = ?";

    private static final String LIST_OWNERS = "SELECT type_name, account FROM type_owner";

    private static final String CLAIM = """
        INSERT INTO type_owner (type_name, account) VALUES (?, ?) ON CONFLICT (type_name) DO NOTHING
        """;

    private static final String FIND_OWNER = "SELECT account FROM type_owner WHERE type_name = ?";

    private static final String DISOWN = "DELETE FROM type_owner WHERE type_name = ?";

    /// A version without its documents.
    record Entry(
            TypeName name,
            String armType,
            int defaultVersion,
            int version,
            String apiVersion,
            String digest,
            Instant registeredAt,
            Optional<PassedContract> tested) {}

    /// @param referred the other documents that the schema refers to, as they were when it was registered
    record Documents(byte[] schema, byte[] registration, KeptDocuments referred) {}

    /// A version to be stored.
    ///
    /// @param standby whether it becomes the type's default only when there is no other
    record NewVersion(
            TypeName name,
            ArmType armType,
            String apiVersion,
            Content content,
            Instant registeredAt,
            Optional<ContractReport> report,
            boolean standby) {

        /// What it was made of.
        ///
        /// @param referred the other documents that its schema refers to
        /// @param archive no bytes if it came in none
        record Content(TypeArchive unpacked, KeptDocuments referred, byte[] archive) {}

        TypeArchive unpacked() {
            return content.unpacked();
        }
    }

    /// A configuration as it is stored.
    record Sealed(ConfigurationOwner owner, byte[] bytes, String alias, Instant setAt) {}

    record Count(TypeName name, long resources) {}

    /// @param account the subscription of the account that the name is kept for
    record Owner(TypeName name, String account) {}

    List<Owner> listOwners(Transaction transaction) {
        return transaction.query(LIST_OWNERS, row -> new Owner(TypeName.parse(row.text()), row.text()));
    }

    /// Keeps a name for an account, unless it is kept for one: for which it is.
    String claim(Transaction transaction, TypeName name, String account) {
        transaction.update(CLAIM, name.toString(), account);
        return findOwner(transaction, name).orElseThrow();
    }

    Optional<String> findOwner(Transaction transaction, TypeName name) {
        return transaction.one(FIND_OWNER, Row::text, name.toString());
    }

    void disown(Transaction transaction, TypeName name) {
        transaction.update(DISOWN, name.toString());
    }

    long generation(Transaction transaction) {
        return transaction.one(GENERATION, Row::number).orElseThrow();
    }

    /// Begins a change; false if there was another since.
    boolean advance(Transaction transaction, long generation) {
        return transaction.update(ADVANCE, generation) == 1;
    }

    /// All versions of all types, those of one type one after the other and the oldest first.
    List<Entry> listVersions(Transaction transaction) {
        return transaction.query(LIST_VERSIONS, TypeStore::entry);
    }

    Optional<Documents> findDocuments(Transaction transaction, Entry entry) {
        return transaction.one(
                FIND_DOCUMENTS,
                row -> new Documents(row.bytes(), row.bytes(), kept(row.bytesIfAny())),
                entry.name().toString(),
                entry.version(),
                entry.digest());
    }

    Optional<byte[]> findArchive(Transaction transaction, Entry entry) {
        return transaction.one(FIND_ARCHIVE, Row::bytes, entry.name().toString(), entry.version(), entry.digest());
    }

    /// Whether the version is there, and can't be removed before this transaction has ended.
    static boolean hold(Transaction transaction, TypeVersion type) {
        return transaction
                .one(HOLD_VERSION, Row::number, type.name().toString(), type.version(), type.digest())
                .isPresent();
    }

    /// Stores a version under the next number.
    int insert(Transaction transaction, NewVersion version) {
        String name = version.name().toString();
        String armType = version.armType().toString();
        long number = transaction
                .change(
                        NEXT_VERSION,
                        Row::number,
                        name,
                        armType,
                        version.armType().key(),
                        name)
                .getFirst();
        if (!version.standby()) {
            transaction.update(SET_DEFAULT, number, name);
        }
        transaction.update(
                INSERT_VERSION,
                name,
                number,
                version.apiVersion(),
                version.unpacked().digest(),
                version.unpacked().schema(),
                version.unpacked().registration(),
                bytes(version.content().referred()),
                version.content().archive(),
                version.registeredAt());
        version.report().ifPresent(report -> putReport(transaction, version.name(), (int) number, report));
        return (int) number;
    }

    /// Keeps the report of a version's contract tests, in place of an earlier one.
    void putReport(Transaction transaction, TypeName name, int version, ContractReport report) {
        PassedContract tested = report.tested();
        transaction.update(
                PUT_REPORT,
                name.toString(),
                version,
                tested.at(),
                tested.passed(),
                tested.skipped(),
                report.document());
    }

    Optional<byte[]> findReport(Transaction transaction, TypeName name, int version) {
        return transaction.one(FIND_REPORT, Row::bytes, name.toString(), version);
    }

    /// Puts other documents in the place of a version's.
    void replace(Transaction transaction, NewVersion by, int version) {
        transaction.update(
                REPLACE_VERSION,
                by.unpacked().digest(),
                by.unpacked().schema(),
                by.unpacked().registration(),
                bytes(by.content().referred()),
                by.registeredAt(),
                by.name().toString(),
                version);
    }

    void setDefault(Transaction transaction, TypeName name, int version) {
        transaction.update(SET_DEFAULT, version, name.toString());
    }

    /// Takes one version of several away; the id of a resource that still has it, if there is one.
    Optional<String> deleteVersion(Transaction transaction, TypeName name, int version, Instant now) {
        transaction.update(REMEMBER_VERSIONS, now, name.toString(), version, version);
        transaction.update(DELETE_REPORT, name.toString(), version);
        transaction.update(DELETE_VERSION, name.toString(), version);
        return transaction.one(ANY_RESOURCE_OF_VERSION, Row::text, name.toString(), version);
    }

    /// Takes a type away with all that belongs to it; the id of a resource that still is of it, if there is one.
    Optional<String> deleteType(Transaction transaction, TypeName name, Instant now) {
        transaction.update(REMEMBER_VERSIONS, now, name.toString(), 1, Integer.MAX_VALUE);
        transaction.update(DELETE_REPORTS, name.toString());
        transaction.update(DELETE_VERSIONS, name.toString());
        transaction.update(DELETE_TYPE, name.toString());
        transaction.update(DELETE_CONFIGURATION, name.toString());
        transaction.update(DELETE_ACCOUNT_CONFIGURATIONS, name.toString());
        SimulatedResourceStore.forget(transaction, name);
        return transaction.one(ANY_RESOURCE, Row::text, name.toString());
    }

    List<Count> countResources(Transaction transaction) {
        return transaction.query(COUNT_RESOURCES, row -> new Count(TypeName.parse(row.text()), row.number()));
    }

    long countResources(Transaction transaction, TypeName name) {
        return transaction
                .one(COUNT_RESOURCES_OF_TYPE, Row::number, name.toString())
                .orElse(0L);
    }

    List<StateCount> countStates(Transaction transaction) {
        return transaction.query(COUNT_STATES, row -> new StateCount(row.text(), row.text(), row.number()));
    }

    List<Sealed> listConfigurations(Transaction transaction) {
        return transaction.query(
                LIST_CONFIGURATIONS,
                row -> new Sealed(
                        new ConfigurationOwner(TypeName.parse(row.text()), row.text()),
                        row.bytes(),
                        row.text(),
                        row.time()));
    }

    void putConfiguration(Transaction transaction, Sealed configuration) {
        ConfigurationOwner owner = configuration.owner();
        if (owner.isOperator()) {
            transaction.update(
                    PUT_CONFIGURATION,
                    owner.type().toString(),
                    configuration.bytes(),
                    configuration.alias(),
                    configuration.setAt());
        } else {
            transaction.update(
                    PUT_ACCOUNT_CONFIGURATION,
                    owner.type().toString(),
                    owner.account(),
                    configuration.bytes(),
                    configuration.alias(),
                    configuration.setAt());
        }
    }

    /// The versions of a type that were taken away, the oldest first.
    List<DeregisteredVersion> listDeregistered(Transaction transaction, TypeName name) {
        return transaction.query(
                LIST_DEREGISTERED,
                row -> new DeregisteredVersion(
                        TypeName.parse(row.text()), (int) row.number(), row.bytes(), row.time(), row.time()),
                name.toString());
    }

    /// The types of which no version is left.
    List<TypeName> deregisteredTypes(Transaction transaction) {
        return transaction.query(DEREGISTERED_TYPES, row -> TypeName.parse(row.text()));
    }

    void deleteConfiguration(Transaction transaction, ConfigurationOwner owner) {
        if (owner.isOperator()) {
            transaction.update(DELETE_CONFIGURATION, owner.type().toString());
        } else {
            transaction.update(DELETE_ACCOUNT_CONFIGURATION, owner.type().toString(), owner.account());
        }
    }

    private static KeptDocuments kept(Optional<byte[]> stored) {
        return stored.map(KeptDocuments::read).orElseGet(() -> new KeptDocuments(Map.of()));
    }

    private static Optional<byte[]> bytes(KeptDocuments documents) {
        return documents.byUri().isEmpty() ? Optional.empty() : Optional.of(documents.json());
    }

    private static Entry entry(Row row) throws SQLException {
        return new Entry(
                TypeName.parse(row.text()),
                row.text(),
                (int) row.number(),
                (int) row.number(),
                row.text(),
                row.text(),
                row.time(),
                tested(row));
    }

    private static Optional<PassedContract> tested(Row row) throws SQLException {
        Optional<Instant> at = row.timeIfAny();
        long passed = row.number();
        long skipped = row.number();
        return at.map(time -> new PassedContract(time, passed, skipped));
    }
}
