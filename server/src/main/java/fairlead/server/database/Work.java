package fairlead.server.database;

/// What is done in one transaction. **It may be run more than once** before it counts (a serialization failure, a
/// neighbour in the same group commit that failed), so it touches nothing but the transaction and its own result.
@FunctionalInterface
public interface Work<T extends @org.jspecify.annotations.Nullable Object> {
    T run(Transaction transaction);
}
