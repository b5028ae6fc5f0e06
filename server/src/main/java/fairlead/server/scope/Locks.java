package fairlead.server.scope;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on locks, and the question whether one stands in the way. A lock holds for its scope and for all that
/// is in it.
public final class Locks {

    private static final String COLUMNS = "SELECT scope, name, level, notes FROM scope_lock ";

    private static final String FIND = COLUMNS + "WHERE subscription = ? AND scope_key = ? AND name_key = ?";

    /// At a scope and in it: `/` sorts right before `0`.
    private static final String LIST = COLUMNS + """
        WHERE subscription = ? AND (scope_key = ? OR (scope_key > ? AND scope_key < ?)) ORDER BY scope_key, name_key
        """;

    /// Few things lie deeper than a subscription, a group and three levels of resources.
    private static final String LIST_ABOVE =
            COLUMNS + "WHERE subscription = ? AND scope_key IN (?, ?, ?, ?, ?) ORDER BY scope_key, name_key";

    private static final String LIST_FAR_ABOVE = COLUMNS + """
        WHERE subscription = ? AND scope_key IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ORDER BY scope_key, name_key
        """;

    private static final String PUT = """
        INSERT INTO scope_lock (subscription, scope_key, name_key, scope, name, level, notes) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (subscription, scope_key, name_key) DO UPDATE SET level = excluded.level, notes = excluded.notes
        """;

    private static final String DELETE =
            "DELETE FROM scope_lock WHERE subscription = ? AND scope_key = ? AND name_key = ?";

    private static final String DELETE_ALL = "DELETE FROM scope_lock WHERE subscription = ? AND scope_key = ?";

    private static final int DEEP = 5;
    private static final int DEEPEST = 12;

    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;

    public Locks(Database database, AuditTrail audit, Clock clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// Makes a lock or changes one; true if it was made.
    public boolean put(Caller caller, String subscription, Lock lock) {
        return database.write(transaction -> {
            boolean made =
                    find(transaction, subscription, lock.scope(), lock.name()).isEmpty();
            insert(transaction, subscription, lock);
            record(transaction, caller, "PutLock", subscription, lock);
            return made;
        });
    }

    private static void insert(Transaction transaction, String subscription, Lock lock) {
        transaction.update(
                PUT,
                subscription,
                key(lock.scope()),
                key(lock.name()),
                lock.scope(),
                lock.name(),
                lock.level().word(),
                lock.notes());
    }

    public Optional<Lock> find(String subscription, String scope, String name) {
        return database.read(transaction -> find(transaction, subscription, scope, name));
    }

    private static Optional<Lock> find(Transaction transaction, String subscription, String scope, String name) {
        return transaction.one(FIND, Locks::lock, subscription, key(scope), key(name));
    }

    /// Those at the scope and in it.
    public List<Lock> list(String subscription, String scope) {
        return database.read(transaction -> within(transaction, subscription, scope));
    }

    private static List<Lock> within(Transaction transaction, String subscription, String scope) {
        String key = key(scope);
        return transaction.query(LIST, Locks::lock, subscription, key, key + "/", key + "0");
    }

    /// Those at the scope itself.
    static List<Lock> at(Transaction transaction, ScopeId scope) {
        return within(transaction, scope.subscription(), scope.key()).stream()
                .filter(lock -> key(lock.scope()).equals(scope.key()))
                .toList();
    }

    /// Has no others at the scope itself than these.
    static void replace(Transaction transaction, ScopeId scope, List<Lock> locks) {
        transaction.update(DELETE_ALL, scope.subscription(), scope.key());
        locks.forEach(lock -> insert(transaction, scope.subscription(), lock));
    }

    /// False if there is none.
    public boolean delete(Caller caller, String subscription, String scope, String name) {
        return database.write(transaction -> {
            Optional<Lock> lock = find(transaction, subscription, scope, name);
            lock.ifPresent(found -> {
                transaction.update(DELETE, subscription, key(scope), key(name));
                record(transaction, caller, "DeleteLock", subscription, found);
            });
            return lock.isPresent();
        });
    }

    /// A problem if what has this id may not be made or changed.
    static void requireChangeable(Transaction transaction, String subscription, String id) {
        List<Lock> locks = above(transaction, subscription, id).stream()
                .filter(lock -> lock.level() == Lock.Level.READ_ONLY)
                .toList();
        require(id, "changed", locks);
    }

    /// A problem if what has this id may not be deleted.
    static void requireDeletable(Transaction transaction, String subscription, String id) {
        require(id, "deleted", above(transaction, subscription, id));
    }

    /// A problem if what has this id may not be deleted with everything in it.
    static void requireRemovable(Transaction transaction, String subscription, String id) {
        require(id, "deleted", withAll(transaction, subscription, id));
    }

    /// Those that are above it, at it and in it.
    private static List<Lock> withAll(Transaction transaction, String subscription, String id) {
        List<Lock> locks = new ArrayList<>(above(transaction, subscription, id));
        within(transaction, subscription, id).stream()
                .filter(lock -> !locks.contains(lock))
                .forEach(locks::add);
        return locks;
    }

    /// A problem if what has this id may not be taken with everything in it from where it is.
    static void requireMovable(Transaction transaction, String subscription, String id) {
        require(id, "moved", withAll(transaction, subscription, id));
    }

    private static void require(String id, String done, List<Lock> locks) {
        if (!locks.isEmpty()) {
            List<String> ids = locks.stream().map(Lock::id).toList();
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.SCOPE_LOCKED,
                    "'" + id + "' can't be " + done + ": it is locked by '" + String.join("', '", ids)
                            + "'. Remove the lock first."));
        }
    }

    private static List<Lock> above(Transaction transaction, String subscription, String id) {
        List<String> scopes = scopes(key(id));
        boolean deep = scopes.size() > DEEP;
        List<Object> parameters = new ArrayList<>(scopes);
        while (parameters.size() < (deep ? DEEPEST : DEEP)) {
            parameters.add(scopes.getLast());
        }
        parameters.addFirst(subscription);
        return transaction.query(deep ? LIST_FAR_ABOVE : LIST_ABOVE, Locks::lock, parameters.toArray());
    }

    /// The scopes that the id is in, and the id itself: the subscription, the group, and everything that has a
    /// type and a name.
    private static List<String> scopes(String id) {
        List<String> scopes = new ArrayList<>(DEEP);
        String[] parts = id.split("/", -1);
        StringBuilder scope = new StringBuilder(id.length());
        for (int i = 1; i + 1 < parts.length && scopes.size() < DEEPEST; i += 2) {
            scope.append('/').append(parts[i]).append('/').append(parts[i + 1]);
            if (!parts[i].equals("providers")) {
                scopes.add(scope.toString());
            }
        }
        return scopes;
    }

    private void record(Transaction transaction, Caller caller, String deed, String subscription, Lock lock) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.put("level", lock.level().word());
        parameters.put("notes", lock.notes());
        byte[] bytes = JsonMapper.shared().writeValueAsBytes(parameters);
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(deed, subscription, "", lock.id(), "Microsoft.Authorization/locks", bytes));
    }

    private static Lock lock(Row row) throws SQLException {
        return new Lock(row.text(), row.text(), Lock.Level.parse(row.text()).orElseThrow(), row.text());
    }

    private static String key(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
