package fairlead.server.registry.registration;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The SQL of the tables of registrations and of tests.
final class TypeJobStore {

    private static final String COLUMNS = """
         kind, token, type_name, source, execution_role, log_role, log_group, state, description, version, requested_at
        """;

    private static final String INSERT = """
        INSERT INTO type_registration (kind, token, type_name, source, execution_role, log_role, log_group, state,
          description, requested_at, client_token)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'IN_PROGRESS', ?, ?, ?)
        """;

    private static final String FIND = "SELECT" + COLUMNS + "FROM type_registration WHERE token = ?";

    private static final String FIND_BY_CLIENT_TOKEN =
            "SELECT" + COLUMNS + "FROM type_registration WHERE client_token = ?";

    private static final String LIST = "SELECT" + COLUMNS + """
        FROM type_registration
        WHERE kind = ? AND state = ? AND (type_name = ? OR ? = '') AND token > ?
          AND (? = '' OR (kind = 'RESOURCE' AND type_name IN (SELECT type_name FROM type_owner WHERE account = ?))
            OR (kind = 'HOOK' AND type_name IN (SELECT type_name FROM hook_type WHERE owner = ?)))
        ORDER BY token LIMIT ?
        """;

    private static final String SETTINGS = """
        SELECT execution_role, log_role, log_group FROM type_registration
        WHERE type_name = ? AND version = ? AND kind = 'RESOURCE' ORDER BY requested_at DESC LIMIT 1
        """;

    private static final String END_REGISTRATION = """
        UPDATE type_registration SET state = ?, description = ?, version = ?
        WHERE token = ? AND state = 'IN_PROGRESS'
        """;

    private static final String BEGIN_TEST = """
        INSERT INTO type_test (type_name, version, operation, state, description, started_at)
        VALUES (?, ?, ?, 'IN_PROGRESS', ?, ?)
        ON CONFLICT (type_name, version) DO UPDATE SET operation = excluded.operation, state = excluded.state,
          description = excluded.description, started_at = excluded.started_at, ended_at = NULL
        WHERE type_test.state <> 'IN_PROGRESS'
        """;

    private static final String END_TEST = """
        UPDATE type_test SET state = ?, description = ?, ended_at = ?
        WHERE type_name = ? AND version = ? AND operation = ?
        """;

    private static final String FIND_TEST =
            "SELECT state, description, started_at, ended_at FROM type_test WHERE type_name = ? AND version = ?";

    /// @param clientToken by which a repeated request is known
    void insert(Transaction transaction, TypeRegistration registration, Optional<String> clientToken) {
        VersionSettings settings = registration.settings();
        transaction.update(
                INSERT,
                registration.kind(),
                registration.token().toString(),
                registration.typeName().toString(),
                registration.source(),
                settings.executionRole(),
                settings.logRole(),
                settings.logGroup(),
                registration.description(),
                registration.requestedAt(),
                clientToken);
    }

    Optional<TypeRegistration> find(Transaction transaction, UUID token) {
        return transaction.one(FIND, TypeJobStore::registration, token.toString());
    }

    Optional<TypeRegistration> findByClientToken(Transaction transaction, String clientToken) {
        return transaction.one(FIND_BY_CLIENT_TOKEN, TypeJobStore::registration, clientToken);
    }

    /// Registrations in a state, oldest first.
    ///
    List<TypeRegistration> list(Transaction transaction, TypeJobs.Listed which, String after, int limit) {
        String name = which.type().map(TypeName::toString).orElse("");
        String account = which.account();
        return transaction.query(
                LIST,
                TypeJobStore::registration,
                which.kind(),
                which.state().name(),
                name,
                name,
                after,
                account,
                account,
                account,
                limit);
    }

    /// What was said when the version was last registered.
    VersionSettings settings(Transaction transaction, TypeName name, int version) {
        return transaction
                .one(SETTINGS, TypeJobStore::settings, name.toString(), version)
                .orElse(VersionSettings.NONE);
    }

    void end(Transaction transaction, UUID token, JobState state, String description, Optional<Integer> version) {
        transaction.update(END_REGISTRATION, state.name(), description, version, token.toString());
    }

    /// Begins a test; false if one is under way.
    boolean beginTest(
            Transaction transaction,
            TypeName name,
            int version,
            OperationId operation,
            String description,
            Instant now) {
        return transaction.update(BEGIN_TEST, name.toString(), version, operation.toString(), description, now) == 1;
    }

    void endTest(Transaction transaction, TestKey key, JobState state, String description, Instant now) {
        transaction.update(
                END_TEST,
                state.name(),
                description,
                now,
                key.name().toString(),
                key.version(),
                key.operation().toString());
    }

    /// Which run of which version's tests.
    record TestKey(TypeName name, int version, OperationId operation) {}

    Optional<TypeTest> findTest(Transaction transaction, TypeName name, int version) {
        return transaction.one(
                FIND_TEST,
                row -> new TypeTest(JobState.valueOf(row.text()), row.text(), row.time(), row.timeIfAny()),
                name.toString(),
                version);
    }

    private static TypeRegistration registration(Row row) throws SQLException {
        return new TypeRegistration(
                row.text(),
                UUID.fromString(row.text()),
                TypeName.parse(row.text()),
                row.text(),
                settings(row),
                new TypeRegistration.Progress(
                        JobState.valueOf(row.text()),
                        row.text(),
                        Optional.of((int) row.number()).filter(version -> version > 0)),
                row.time());
    }

    private static VersionSettings settings(Row row) throws SQLException {
        return new VersionSettings(row.textIfAny(), row.textIfAny(), row.textIfAny());
    }
}
