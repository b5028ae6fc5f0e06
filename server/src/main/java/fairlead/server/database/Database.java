package fairlead.server.database;

/// Durable state in transactions. Two implementations, one contract kit: [SqliteDatabase] and [PostgresDatabase].
///
/// Every method throws [DatabaseException] when the database can't do its part; a [Work]'s own exception rolls its
/// transaction back and is passed on unchanged.
public interface Database extends AutoCloseable {

    /// Runs the work in one transaction and returns when it is durable: after that, `kill -9` does not undo it.
    <T extends @org.jspecify.annotations.Nullable Object> T write(Work<T> work);

    /// Runs queries. Each statement sees one state of the database, everything durable before it began included;
    /// two statements may see two states.
    <T extends @org.jspecify.annotations.Nullable Object> T read(Work<T> work);

    /// The dialect, for the few words of SQL in which the two differ.
    Dialect dialect();

    /// Lets running transactions end, then closes. Later calls throw [DatabaseException].
    @Override
    void close();
}
