package fairlead.server.type.simulated;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.simulation.SimulatedResources;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The resources of a simulated type in the server's own database: they survive the process, and all nodes see them.
public final class SimulatedResourceStore implements SimulatedResources {

    /// How long it is remembered which operation removed a resource, at the least.
    private static final Duration MEMORY = Duration.ofDays(8);

    private static final String MAKE = """
        INSERT INTO simulated_thing (type_name, scope, id, token, changed_by, revision, reads, created_at, changed_at,
          model)
        VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)
        ON CONFLICT (type_name, scope, id) DO UPDATE SET token = excluded.token, changed_by = excluded.changed_by,
          revision = 0, reads = 0, created_at = excluded.created_at, changed_at = excluded.changed_at,
          model = excluded.model, previous = NULL, removed_by = NULL
        WHERE simulated_thing.removed_by IS NOT NULL
        """;

    private static final String CHANGE = """
        UPDATE simulated_thing SET changed_by = ?, revision = ?, reads = 0, changed_at = ?, model = ?, previous = ?
        WHERE type_name = ? AND scope = ? AND id = ? AND revision = ? AND removed_by IS NULL
        """;

    private static final String REMOVE = """
        UPDATE simulated_thing SET removed_by = ?, changed_at = ?
        WHERE type_name = ? AND scope = ? AND id = ? AND removed_by IS NULL
        """;

    private static final String FORGET_REMOVED =
            "DELETE FROM simulated_thing WHERE removed_by IS NOT NULL AND changed_at < ?";

    private static final String COLUMNS = """
        SELECT id, token, changed_by, revision, reads, created_at, changed_at, model, previous, removed_by
        FROM simulated_thing WHERE type_name = ? AND scope = ?
        """;

    private static final String FIND = COLUMNS + " AND id = ?";
    private static final String MADE_BY = COLUMNS + " AND token = ?";
    private static final String LIST = COLUMNS + " AND removed_by IS NULL AND id > ? ORDER BY id LIMIT ?";

    private static final String COUNT_READ = """
        UPDATE simulated_thing SET reads = reads + 1
        WHERE type_name = ? AND scope = ? AND id = ? AND revision = ? AND reads < ?
        """;

    private static final String PUT_NAME = """
        INSERT INTO simulated_name (type_name, scope, name, id) VALUES (?, ?, ?, ?)
        ON CONFLICT (type_name, scope, name) DO NOTHING
        """;

    private static final String DROP_NAMES = "DELETE FROM simulated_name WHERE type_name = ? AND scope = ? AND id = ?";

    private static final String FIND_NAME =
            "SELECT id FROM simulated_name WHERE type_name = ? AND scope = ? AND name = ?";

    private static final String FORGET_THINGS = "DELETE FROM simulated_thing WHERE type_name = ?";
    private static final String FORGET_NAMES = "DELETE FROM simulated_name WHERE type_name = ?";

    private final Database database;
    private final String type;

    SimulatedResourceStore(Database database, TypeName type) {
        this.database = database;
        this.type = type.toString();
    }

    /// Forgets all resources of a type.
    public static void forget(Transaction transaction, TypeName type) {
        transaction.update(FORGET_THINGS, type.toString());
        transaction.update(FORGET_NAMES, type.toString());
    }

    /// Undoes a change: one of its names is another resource's.
    private static final class TakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public Outcome make(String scope, SimulatedResource resource, List<String> names) {
        return making(() -> database.write(transaction -> {
            int made = transaction.update(
                    MAKE,
                    type,
                    scope,
                    resource.id(),
                    resource.token(),
                    resource.changedBy(),
                    resource.createdAt(),
                    resource.changedAt(),
                    resource.model());
            if (made == 0) {
                return new Outcome.IdentifierTaken();
            }
            putNames(transaction, scope, resource.id(), names);
            return new Outcome.Kept(resource);
        }));
    }

    @Override
    public Outcome change(String scope, SimulatedResource resource, List<String> names) {
        return changing(() -> database.write(transaction -> {
            int changed = transaction.update(
                    CHANGE,
                    resource.changedBy(),
                    resource.revision(),
                    resource.changedAt(),
                    resource.model(),
                    resource.previous(),
                    type,
                    scope,
                    resource.id(),
                    resource.revision() - 1);
            if (changed == 0) {
                return new Outcome.Stale();
            }
            transaction.update(DROP_NAMES, type, scope, resource.id());
            putNames(transaction, scope, resource.id(), names);
            return new Outcome.Kept(resource);
        }));
    }

    private void putNames(Transaction transaction, String scope, String id, List<String> names) {
        for (String name : names) {
            if (transaction.update(PUT_NAME, type, scope, name, id) == 0) {
                throw new TakenException();
            }
        }
    }

    /// Of two nodes that make a resource for the same operation, one comes too late.
    private static Outcome making(Supplier<Outcome> making) {
        return changing(() -> {
            try {
                return making.get();
            } catch (DatabaseException failure) {
                if (failure.kind() == DatabaseException.Kind.DUPLICATE) {
                    return new Outcome.MadeBefore();
                }
                throw failure;
            }
        });
    }

    private static Outcome changing(Supplier<Outcome> change) {
        return asking(() -> {
            try {
                return change.get();
            } catch (TakenException _) {
                return new Outcome.NameTaken();
            }
        });
    }

    @Override
    public void remove(String scope, String id, String token, Instant at) {
        asking(() -> database.write(transaction -> {
            transaction.update(FORGET_REMOVED, at.minus(MEMORY));
            transaction.update(DROP_NAMES, type, scope, id);
            return transaction.update(REMOVE, token, at, type, scope, id);
        }));
    }

    @Override
    public Optional<SimulatedResource> find(String scope, String id) {
        return asking(() ->
                database.read(transaction -> transaction.one(FIND, SimulatedResourceStore::resource, type, scope, id)));
    }

    @Override
    public Optional<SimulatedResource> madeBy(String scope, String token) {
        return asking(() -> database.read(
                transaction -> transaction.one(MADE_BY, SimulatedResourceStore::resource, type, scope, token)));
    }

    @Override
    public Optional<String> named(String scope, String name) {
        return asking(() -> database.read(transaction -> transaction.one(FIND_NAME, Row::text, type, scope, name)));
    }

    @Override
    public boolean isAmongFirst(String scope, String id, int revision, int most) {
        int counted = asking(
                () -> database.write(transaction -> transaction.update(COUNT_READ, type, scope, id, revision, most)));
        return counted == 1;
    }

    @Override
    public List<SimulatedResource> list(String scope, String after, int limit) {
        return asking(() -> database.read(
                transaction -> transaction.query(LIST, SimulatedResourceStore::resource, type, scope, after, limit)));
    }

    private static SimulatedResource resource(Row row) throws SQLException {
        return new SimulatedResource(
                row.text(),
                new SimulatedResource.History(
                        row.text(), row.text(), (int) row.number(), (int) row.number(), row.time(), row.time()),
                row.text(),
                row.textIfAny(),
                row.textIfAny());
    }

    /// A database that is away for a moment is a service that is.
    private static <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (DatabaseException failure) {
            throw new HandlerException(
                    ErrorCode.SERVICE_INTERNAL_ERROR, "What is simulated can't be reached at the moment.", failure);
        }
    }
}
