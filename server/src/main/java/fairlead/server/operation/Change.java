package fairlead.server.operation;

import fairlead.server.database.Transaction;

/// The writes of a task in the transaction that ends one of its steps. They may run more than once before a
/// transaction commits.
@FunctionalInterface
public interface Change {
    void write(Transaction transaction);

    /// Nothing to write.
    static Change none() {
        return _ -> {};
    }
}
