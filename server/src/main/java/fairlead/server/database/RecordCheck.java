package fairlead.server.database;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Holds the rows of a table against their checksums, some hundred at a time.
final class RecordCheck {

    private static final int AT_ONCE = 200;

    private final RecordTable table;
    private final String columns;

    /// Some rows.
    ///
    /// @param last the key of the last one; null if there was none, and the table is read
    /// @param lacks whether one has no checksum yet
    /// @param damages one line each
    record Part(@Nullable Object last, int rows, boolean lacks, List<String> damages) {}

    RecordCheck(RecordTable table) {
        this.table = table;
        columns = String.join(", ", table.columns());
    }

    String name() {
        return table.name();
    }

    /// Behind which the first row is.
    Object begin() {
        return table.numbered() ? (Object) Long.MIN_VALUE : "";
    }

    /// The rows behind a key.
    Part read(Transaction transaction, Object after) {
        String sql = "SELECT " + table.key() + ", checksum, " + columns + " FROM " + table.name() + " WHERE "
                + table.key() + " > ? ORDER BY " + table.key() + " LIMIT " + AT_ONCE;
        List<String> damages = new ArrayList<>();
        Object last = null;
        boolean lacks = false;
        List<List<@Nullable Object>> rows =
                transaction.query(sql, row -> row.values(2 + table.columns().size()), after);
        for (List<@Nullable Object> row : rows) {
            last = row.getFirst();
            Object stored = row.get(1);
            List<@Nullable Object> values = row.subList(2, row.size());
            if (!table.isKnown(values)) {
                continue;
            }
            if (stored == null) {
                lacks = true;
            } else if (!(stored instanceof Number number) || number.longValue() != RecordTable.checksum(values)) {
                damages.add("the record " + last + " of the table " + table.name() + " is not as it was written");
            }
        }
        return new Part(last, rows.size(), lacks, damages);
    }

    /// Gives the rows between two keys, the second one included, their checksums where they have none.
    int fill(Transaction transaction, Object after, Object last) {
        String sql = "SELECT " + table.key() + ", " + columns + " FROM " + table.name() + " WHERE " + table.key()
                + " > ? AND " + table.key() + " <= ? AND checksum IS NULL {skip locked}";
        String update = "UPDATE " + table.name() + " SET checksum = ? WHERE " + table.key() + " = ?";
        int filled = 0;
        for (List<@Nullable Object> row :
                transaction.query(sql, row -> row.values(1 + table.columns().size()), after, last)) {
            List<@Nullable Object> values = row.subList(1, row.size());
            if (table.isKnown(values)) {
                filled += transaction.update(update, RecordTable.checksum(values), row.getFirst());
            }
        }
        return filled;
    }
}
