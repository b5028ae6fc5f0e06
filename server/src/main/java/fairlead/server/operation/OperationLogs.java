package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Stores the lines that the steps of operations print in the table `operation_log`: of each operation, the last
/// 64 Ki characters.
///
/// A line stays in memory until the transaction that stores its step writes it. Lines that come after the end of
/// their step, and lines that a long step prints meanwhile, are written by [#flush].
final class OperationLogs {

    private static final int MOST = 64 << 10;
    private static final int FORGOTTEN_AT_ONCE = 1000;

    private static final String APPEND = """
        INSERT INTO operation_log (operation, text, omitted) VALUES (?, ?, ?)
        ON CONFLICT (operation) DO UPDATE SET
          text = substr(operation_log.text || excluded.text,
            CASE WHEN length(operation_log.text) + length(excluded.text) > 65536
              THEN length(operation_log.text) + length(excluded.text) - 65535 ELSE 1 END),
          omitted = operation_log.omitted + excluded.omitted
            + CASE WHEN length(operation_log.text) + length(excluded.text) > 65536
              THEN length(operation_log.text) + length(excluded.text) - 65536 ELSE 0 END
        """;

    private static final String FIND = "SELECT text, omitted FROM operation_log WHERE operation = ?";

    private static final String FORGET = """
        DELETE FROM operation_log WHERE operation IN (
          SELECT l.operation FROM operation_log l LEFT JOIN operation o ON o.id = l.operation
          WHERE o.id IS NULL LIMIT ?)
        """;

    private final Map<OperationId, Waiting> waiting = new ConcurrentHashMap<>();
    private final Database database;

    OperationLogs(Database database) {
        this.database = database;
    }

    /// Lines that are not yet written; changed only within the map's own operations.
    private static final class Waiting {

        private final StringBuilder text = new StringBuilder();
        private long omitted;

        Waiting plus(String line) {
            text.append(line).append('\n');
            if (text.length() > 2 * MOST) {
                cut();
            }
            return this;
        }

        private void cut() {
            int over = text.length() - MOST;
            if (over > 0) {
                text.delete(0, over);
                omitted += over;
            }
        }

        OperationLog taken() {
            cut();
            return new OperationLog(text.toString(), omitted);
        }
    }

    void add(OperationId id, String line) {
        String storable = line.replace('\0', '?');
        waiting.compute(id, (_, before) -> (before == null ? new Waiting() : before).plus(storable));
    }

    /// The change, and with it the lines of the operation that are waiting now.
    Change along(OperationId id, Change change) {
        Optional<OperationLog> lines = take(id);
        if (lines.isEmpty()) {
            return change;
        }
        return transaction -> {
            change.write(transaction);
            append(transaction, id, lines.get());
        };
    }

    /// Writes all lines that are waiting.
    void flush() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<OperationId, OperationLog> lines = new HashMap<>();
        for (OperationId id : List.copyOf(waiting.keySet())) {
            take(id).ifPresent(taken -> lines.put(id, taken));
        }
        database.write(transaction -> {
            lines.forEach((id, taken) -> append(transaction, id, taken));
            return lines.size();
        });
    }

    /// What the operation has printed until now, as far as this node knows.
    OperationLog find(OperationId id) {
        flush();
        return database.read(transaction -> transaction
                .one(FIND, row -> new OperationLog(row.text(), row.number()), id.toString())
                .map(OperationLogs::wholeLines)
                .orElse(OperationLog.EMPTY));
    }

    /// Forgets the logs of operations that are no longer kept.
    void purge() {
        while (database.write(transaction -> transaction.update(FORGET, FORGOTTEN_AT_ONCE)) == FORGOTTEN_AT_ONCE) {
            // A thousand at a time, so that others get their turn.
        }
    }

    private Optional<OperationLog> take(OperationId id) {
        return Optional.ofNullable(waiting.remove(id)).map(Waiting::taken);
    }

    private static void append(Transaction transaction, OperationId id, OperationLog lines) {
        transaction.update(APPEND, id.toString(), lines.text(), lines.omitted());
    }

    /// The first line may have lost its beginning.
    private static OperationLog wholeLines(OperationLog log) {
        int end = log.text().indexOf('\n') + 1;
        return log.omitted() == 0 || end == log.text().length()
                ? log
                : new OperationLog(log.text().substring(end), log.omitted() + end);
    }
}
