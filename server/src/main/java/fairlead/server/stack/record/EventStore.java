package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The SQL of the table `stack_event`.
public final class EventStore {

    private static final String COLUMNS =
            "stack, at, node, type_name, physical, status, reason, properties, token, operation";
    private static final String INSERT =
            "INSERT INTO stack_event (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String LIST =
            "SELECT " + COLUMNS + " FROM stack_event WHERE stack = ? AND at < ? ORDER BY at DESC LIMIT ?";

    public void insert(Transaction transaction, StackEvent event) {
        int _ = transaction.update(
                INSERT,
                event.stack().toString(),
                event.at(),
                event.node().orElse(""),
                event.type(),
                event.physical(),
                event.status(),
                event.reason(),
                event.properties(),
                event.token(),
                event.operation());
    }

    /// Newest first, those before a time.
    public List<StackEvent> list(Transaction transaction, UUID stack, Instant before, int limit) {
        return transaction.query(LIST, EventStore::event, stack.toString(), before, limit);
    }

    private static StackEvent event(Row row) throws SQLException {
        return new StackEvent(
                UUID.fromString(row.text()),
                row.time(),
                Optional.of(row.text()).filter(node -> !node.isEmpty()),
                row.text(),
                row.text(),
                new StackEvent.Told(row.text(), row.text(), row.bytes()),
                new StackEvent.Cause(row.text(), row.text()));
    }
}
