package fairlead.server.event;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.telemetry.Origin;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the tables `event` and `event_history`.
public final class EventStore {

    private static final String INSERT = """
        INSERT INTO event (at, kind, resource, resource_id, version, operation, request_id, correlation_id,
          client_request_id, operation_kind, operation_state, detail, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    /// What its rows consist of.
    public static final RecordTable RECORDS = new RecordTable(
            "event",
            "seq",
            true,
            List.of(
                    "at",
                    "kind",
                    "resource",
                    "resource_id",
                    "version",
                    "operation",
                    "request_id",
                    "correlation_id",
                    "client_request_id",
                    "operation_kind",
                    "operation_state",
                    "detail"),
            _ -> false);

    private static final String PAGE = """
        SELECT seq, at, kind, resource, resource_id, version, operation, request_id, correlation_id, client_request_id,
          operation_kind, operation_state, detail
        FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?
        """;

    private static final String NEWEST = "SELECT coalesce(max(seq), 0) FROM event";

    private static final String OLDEST = "SELECT seq, at FROM event ORDER BY seq LIMIT ?";

    private static final String DELETE = "DELETE FROM event WHERE seq <= ?";

    private static final String FORGET = "UPDATE event_history SET forgotten = ? WHERE id = 1 AND forgotten < ?";

    private static final String FORGOTTEN = "SELECT forgotten FROM event_history WHERE id = 1";

    private static final String NAME = "SELECT name FROM event_history WHERE id = 1";

    private static final String BEGIN_HISTORY = """
        INSERT INTO event_history (id, name, forgotten) VALUES (1, ?, 0) ON CONFLICT (id) DO NOTHING
        """;

    /// Greater than every transaction that has changed anything so far.
    private static final String NEXT_TRANSACTION = "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)";

    private static final String OLDEST_RUNNING_TRANSACTION =
            "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)";

    /// Tells, when the transaction ends, what it has made of a resource.
    public void tell(Transaction transaction, ResourceChange change) {
        happenings(transaction).add(change);
    }

    /// Tells, when the transaction ends, what it has made of an operation.
    public void tell(Transaction transaction, OperationChange change) {
        happenings(transaction).add(change);
    }

    private TransactionEvents happenings(Transaction transaction) {
        return transaction.conclusion(TransactionEvents.class, () -> new TransactionEvents(this));
    }

    void insert(Transaction transaction, TransactionEvents.Row row) {
        Optional<ResourceChange> resource = row.resource();
        Optional<OperationChange> operation = row.operation();
        Origin origin = resource.map(ResourceChange::origin)
                .or(() -> operation.map(OperationChange::origin))
                .orElseThrow();
        Object[] values = {
            resource.map(ResourceChange::at).or(() -> operation.map(OperationChange::at)),
            resource.map(ResourceChange::what).orElse(""),
            resource.map(ResourceChange::uid)
                    .or(() -> operation.map(change -> change.subject().uid())),
            resource.map(ResourceChange::id)
                    .or(() -> operation.map(change -> change.subject().id())),
            resource.map(ResourceChange::version).orElse(0L),
            operation.map(OperationChange::id).or(() -> resource.flatMap(ResourceChange::operation)),
            origin.requestId(),
            origin.correlationId(),
            origin.clientRequestId(),
            operation.map(OperationChange::kind),
            operation.map(change -> change.outcome().state()),
            operation.flatMap(EventStore::detail),
        };
        Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = RecordTable.checksum(values);
        transaction.update(INSERT, all);
    }

    /// How far an operation is and why it has failed, which most have nothing to say of.
    private static Optional<String> detail(OperationChange change) {
        Optional<OperationChange.Failure> failure = change.outcome().failure();
        if (change.percent().isEmpty() && change.message().isEmpty() && failure.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        change.percent().ifPresent(percent -> detail.put("percentComplete", percent));
        if (!change.message().isEmpty()) {
            detail.put("message", change.message());
        }
        failure.ifPresent(
                why -> detail.putObject("error").put("code", why.code()).put("message", why.message()));
        return Optional.of(JsonMapper.shared().writeValueAsString(detail));
    }

    /// The rows between two numbers, the second one included, and of them at most so many.
    List<StoredEvent> page(Transaction transaction, long after, long upTo, int most) {
        return transaction.query(PAGE, EventStore::event, after, upTo, most);
    }

    private static StoredEvent event(Row row) throws SQLException {
        return new StoredEvent(
                row.number(),
                row.time(),
                row.text(),
                row.text(),
                row.text(),
                row.number(),
                row.textIfAny(),
                new Origin(row.text(), row.text(), row.textIfAny(), Optional.empty()),
                new StoredEvent.OperationPart(row.textIfAny(), row.textIfAny(), row.textIfAny()));
    }

    /// The greatest number that can be seen.
    long newest(Transaction transaction) {
        return transaction.one(NEWEST, Row::number).orElseThrow();
    }

    /// Up to which number everything is forgotten.
    long forgotten(Transaction transaction) {
        return transaction.one(FORGOTTEN, Row::number).orElse(0L);
    }

    /// The name of this history, which tells it from those of other databases; empty if it has none yet.
    Optional<String> name(Transaction transaction) {
        return transaction.one(NAME, Row::text);
    }

    /// Gives the history a name, unless another node has been faster: the one that it has then.
    String name(Transaction transaction, String fresh) {
        transaction.update(BEGIN_HISTORY, fresh);
        return name(transaction).orElseThrow();
    }

    /// Whether the oldest is older than that.
    boolean isAnyBefore(Transaction transaction, Instant time) {
        return transaction
                .query(OLDEST, row -> row.number() > 0 && row.time().isBefore(time), 1)
                .contains(true);
    }

    /// Forgets some of what is older, up to that number at most, but never the newest: the next number has to be
    /// greater than all before it. How much was forgotten.
    int forget(Transaction transaction, Instant before, long upTo, int most) {
        record Old(long number, Instant at) {}
        List<Old> old = transaction.query(OLDEST, row -> new Old(row.number(), row.time()), most);
        long end = Math.min(upTo, newest(transaction) - 1);
        List<Long> gone = new ArrayList<>(old.size());
        for (Old row : old) {
            if (!row.at.isBefore(before) || row.number > end) {
                break;
            }
            gone.add(row.number);
        }
        if (!gone.isEmpty()) {
            transaction.update(DELETE, gone.getLast());
            transaction.update(FORGET, gone.getLast(), gone.getLast());
        }
        return gone.size();
    }

    /// Greater than the number of every transaction that has changed anything so far; on PostgreSQL only.
    long nextTransaction(Transaction transaction) {
        return transaction.one(NEXT_TRANSACTION, Row::number).orElseThrow();
    }

    /// All transactions with smaller numbers have ended; on PostgreSQL only.
    long oldestRunningTransaction(Transaction transaction) {
        return transaction.one(OLDEST_RUNNING_TRANSACTION, Row::number).orElseThrow();
    }
}
