package fairlead.server.event;

import fairlead.server.database.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The events of one transaction, gathered until its end and written then.
///
/// A change of a resource and the change of the operation that made it are one row; readers make two events of
/// it. The rows are written last, when the transaction holds every lock that it needs. So the numbers of the rows
/// of one resource are in the order of its changes, and little time passes between a number and its commit.
final class TransactionEvents implements Transaction.Conclusion {

    /// @param resource empty if only the operation has changed
    record Row(Optional<ResourceChange> resource, Optional<OperationChange> operation) {}

    private final List<ResourceChange> resources = new ArrayList<>(2);
    private final List<OperationChange> operations = new ArrayList<>(1);
    private final EventStore store;

    TransactionEvents(EventStore store) {
        this.store = store;
    }

    void add(ResourceChange change) {
        resources.add(change);
    }

    void add(OperationChange change) {
        operations.add(change);
    }

    @Override
    public void write(Transaction transaction) {
        rows().forEach(row -> store.insert(transaction, row));
    }

    /// An operation begins before what it does to resources, and ends behind that.
    List<Row> rows() {
        List<Row> rows = new ArrayList<>(resources.size() + operations.size());
        resources.forEach(change -> rows.add(new Row(Optional.of(change), Optional.empty())));
        for (OperationChange change : operations) {
            int place = change.outcome().terminal() ? lastOf(rows, change.id()) : firstOf(rows, change.id());
            if (place >= 0) {
                rows.set(place, new Row(rows.get(place).resource(), Optional.of(change)));
            } else {
                rows.add(change.outcome().terminal() ? rows.size() : 0, new Row(Optional.empty(), Optional.of(change)));
            }
        }
        return rows;
    }

    private static int firstOf(List<Row> rows, String operation) {
        for (int i = 0; i < rows.size(); i++) {
            if (isBy(rows.get(i), operation)) {
                return i;
            }
        }
        return -1;
    }

    private static int lastOf(List<Row> rows, String operation) {
        for (int i = rows.size() - 1; i >= 0; i--) {
            if (isBy(rows.get(i), operation)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isBy(Row row, String operation) {
        return row.operation().isEmpty()
                && row.resource()
                        .flatMap(ResourceChange::operation)
                        .filter(operation::equals)
                        .isPresent();
    }
}
