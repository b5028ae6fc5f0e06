package fairlead.server.access.audit;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;

/// Up to which number all records are known, so that none with a smaller one can still appear.
///
/// SQLite has one writer, which commits in the order of numbers. On PostgreSQL a number may be missing
/// because its transaction still runs; so what was the newest is sure once every transaction has ended that
/// had begun to change something by then. A record is written by a transaction that the database knows of
/// before it takes its number.
///
/// Used by one thread.
final class SealedRows {

    private final AuditLogStore store;
    private final Database database;
    private long sure;
    private long waitingFor;
    private long until = Long.MIN_VALUE;

    SealedRows(AuditLogStore store, Database database) {
        this.store = store;
        this.database = database;
    }

    /// The number up to which nothing is missing any more.
    long sure() {
        long newest = database.read(store::newest);
        if (database.dialect() == Dialect.SQLITE) {
            return newest;
        }
        if (until != Long.MIN_VALUE && database.read(store::oldestRunningTransaction) >= until) {
            sure = waitingFor;
            until = Long.MIN_VALUE;
        }
        if (until == Long.MIN_VALUE && newest > sure) {
            waitingFor = newest;
            until = database.read(store::nextTransaction);
        }
        return sure;
    }
}
