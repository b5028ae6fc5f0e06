package fairlead.server.database;

import java.util.OptionalLong;

/// Durable state in transactions. Two implementations, one contract kit: [SqliteDatabase] and [PostgresDatabase].
///
/// Every method throws [DatabaseException] when the database can't do its part; a [Work]'s own exception rolls its
/// transaction back and is passed on unchanged.
public interface Database extends AutoCloseable {

    /// Runs the work in one transaction and returns when it is durable: after that, `kill -9` does not undo it.
    <T extends @org.jspecify.annotations.Nullable Object> T write(Work<T> work);

    /// Runs the work in a transaction as [#write] does, with everything that can be refused there, and rolls it back:
    /// nothing of it stays. No other caller's work is run again for it.
    <T extends @org.jspecify.annotations.Nullable Object> T rehearse(Work<T> work);

    /// Whether what is written here stays.
    default boolean keeps() {
        return true;
    }

    /// Runs queries. Each statement sees one state of the database, everything durable before it began included;
    /// two statements may see two states.
    <T extends @org.jspecify.annotations.Nullable Object> T read(Work<T> work);

    /// A number for all that is stored now: as long as it is the same, nothing has been changed, and what was
    /// read since is what would be read. Empty if that is not known: other processes change the database as well,
    /// or a change is just becoming visible.
    default OptionalLong state() {
        return OptionalLong.empty();
    }

    /// What is in use at the moment; nothing where it is not counted.
    default Usage usage() {
        return new Usage(0, 0, 0);
    }

    /// The dialect, for the few words of SQL in which the two differ.
    Dialect dialect();

    /// Lets running transactions end, then closes. Later calls throw [DatabaseException].
    @Override
    void close();
}
