package fairlead.server.event;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import java.util.List;

/// The number up to which all events are known: no event with a lower number can still appear.
///
/// On SQLite, one writer gives the numbers and commits in their order, so that is the last event that can be
/// read. On PostgreSQL, transactions commit in another order than that of their numbers. A number may be missing
/// because its transaction still runs, or because it was rolled back. Up to the first gap, no event is missing.
/// Behind a gap, this class waits until every transaction has ended that had begun to change something when it
/// saw the gap. A transaction takes its numbers by [TransactionEvents] after that beginning, so the transaction
/// of the gap is among them.
///
/// Used by one thread.
final class CommittedEvents {

    private final Database database;
    private final EventStore store;
    private long decided;
    private boolean settling;
    private long settlingUpTo;
    private long settledAt;

    CommittedEvents(Database database, EventStore store) {
        this.database = database;
        this.store = store;
    }

    long number() {
        return decided;
    }

    /// Whether it waits for transactions to end.
    boolean settling() {
        return settling;
    }

    /// Goes on to all that is decided by now, without reading it; false if there is more that is not.
    boolean skip() {
        if (database.dialect() == Dialect.SQLITE) {
            decided = database.read(store::newest);
            return true;
        }
        if (settling) {
            if (!settled()) {
                return false;
            }
            decided = settlingUpTo;
            settling = false;
        }
        long newest = database.read(store::newest);
        if (newest > decided) {
            settle(newest);
        }
        return !settling;
    }

    /// The next rows that are decided, at most so many; none if there are no more for now.
    List<StoredEvent> next(int most) {
        if (settling && !settled()) {
            return List.of();
        }
        long last = settling ? settlingUpTo : Long.MAX_VALUE;
        List<StoredEvent> rows = database.read(transaction -> store.page(transaction, decided, last, most));
        if (settling) {
            settling = rows.size() == most;
            decided = settling ? rows.getLast().number() : settlingUpTo;
            return rows;
        }
        int sure = database.dialect() == Dialect.SQLITE ? rows.size() : withoutHole(rows);
        if (sure < rows.size()) {
            settle(rows.getLast().number());
        }
        if (sure > 0) {
            decided = rows.get(sure - 1).number();
        }
        return rows.subList(0, sure);
    }

    private int withoutHole(List<StoredEvent> rows) {
        int sure = 0;
        while (sure < rows.size() && rows.get(sure).number() == decided + 1 + sure) {
            sure++;
        }
        return sure;
    }

    private void settle(long number) {
        settling = true;
        settlingUpTo = number;
        settledAt = database.read(store::nextTransaction);
    }

    private boolean settled() {
        return settledAt == Long.MIN_VALUE || isSettledNow();
    }

    private boolean isSettledNow() {
        boolean now = database.read(store::oldestRunningTransaction) >= settledAt;
        if (now) {
            settledAt = Long.MIN_VALUE;
        }
        return now;
    }
}
