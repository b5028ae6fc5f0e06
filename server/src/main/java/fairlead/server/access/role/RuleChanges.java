package fairlead.server.access.role;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.util.UUID;

/// Changes of whatever decides who may do what. Each is a transaction of its own, after which it counts: for
/// this process at once, for others with the same database within a second.
public final class RuleChanges {

    private final RoleStore store = new RoleStore();
    private final Database database;
    private final CurrentRules rules;
    private final boolean rehearsing;

    public RuleChanges(Database database, CurrentRules rules) {
        this(database, rules, false);
    }

    private RuleChanges(Database database, CurrentRules rules, boolean rehearsing) {
        this.database = database;
        this.rules = rules;
        this.rehearsing = rehearsing;
    }

    /// The same changes, of which nothing stays: whether they would be refused.
    RuleChanges rehearsed() {
        return new RuleChanges(database, rules, true);
    }

    /// What is done in the transaction.
    public interface Change<T> {
        T in(Transaction transaction);
    }

    /// Makes the change. Changes come one after the other: each counts up the version first. A cell that has a copy
    /// only refuses them.
    public <T> T change(Change<T> change) {
        rules.copy().requireOriginal();
        return rehearsing ? database.rehearse(change::in) : copied(change);
    }

    /// Makes a change that was made in the original.
    public <T> T copied(Change<T> change) {
        T changed = database.write(transaction -> {
            store.count(transaction);
            return change.in(transaction);
        });
        rules.refresh();
        return changed;
    }

    /// Whether roles are assigned to a principal.
    public boolean isAssigned(Transaction transaction, UUID principal) {
        return store.assignments(transaction).stream()
                .anyMatch(assignment -> assignment.principal().equals(principal));
    }
}
