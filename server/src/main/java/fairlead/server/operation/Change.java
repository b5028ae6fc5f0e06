package fairlead.server.operation;

import fairlead.server.database.Transaction;

/// What a task writes in the transaction that ends one of its steps. May be run more than once before it counts.
@FunctionalInterface
public interface Change {
    void write(Transaction transaction);

    /// Nothing to write.
    static Change none() {
        return _ -> {};
    }
}
