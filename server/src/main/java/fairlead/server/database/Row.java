package fairlead.server.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One row of a result, read column after column from the left.
public final class Row {

    private final ResultSet results;
    private int column;

    Row(ResultSet results) {
        this.results = results;
    }

    Row next() {
        column = 0;
        return this;
    }

    public String text() throws SQLException {
        return present(results.getString(++column));
    }

    public Optional<String> textIfAny() throws SQLException {
        return Optional.ofNullable(results.getString(++column));
    }

    public long number() throws SQLException {
        return results.getLong(++column);
    }

    /// The values of the next columns, whatever they are.
    List<@Nullable Object> values(int count) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(results.getObject(++column));
        }
        return values;
    }

    public Optional<Long> numberIfAny() throws SQLException {
        long value = results.getLong(++column);
        return results.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public Optional<Double> decimalIfAny() throws SQLException {
        double value = results.getDouble(++column);
        return results.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public boolean flag() throws SQLException {
        return results.getInt(++column) != 0;
    }

    public byte[] bytes() throws SQLException {
        return present(results.getBytes(++column));
    }

    public Optional<byte[]> bytesIfAny() throws SQLException {
        return Optional.ofNullable(results.getBytes(++column));
    }

    /// A time, stored as milliseconds since 1970.
    public Instant time() throws SQLException {
        return Instant.ofEpochMilli(results.getLong(++column));
    }

    public Optional<Instant> timeIfAny() throws SQLException {
        long value = results.getLong(++column);
        return results.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(value));
    }

    private <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("column " + column + " is null");
        }
        return value;
    }
}
