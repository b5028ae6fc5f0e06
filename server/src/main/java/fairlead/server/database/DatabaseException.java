package fairlead.server.database;

import java.sql.SQLException;

/// The database could not do its part. Nothing of the transaction is in effect, unless the connection was lost
/// during the commit itself ([Kind#UNAVAILABLE]), when it may or may not be.
public final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// Why.
    public enum Kind {
        /// No room left on the device, or the file has reached its limit.
        FULL,
        /// Not reachable, shutting down, too many waiting, or the disk failed.
        UNAVAILABLE,
        /// Lost a race with another transaction; repeated by [Database#write] itself.
        SERIALIZATION,
        /// A unique constraint holds.
        DUPLICATE,
        /// Anything else is a bug of ours.
        BROKEN
    }

    private final Kind kind;

    public DatabaseException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public DatabaseException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// Whether the storage failed, rather than the statement: another statement would have failed as well.
    boolean isOfStorage() {
        return kind == Kind.FULL || kind == Kind.UNAVAILABLE;
    }

    /// Whether the database has found that its files are not as they should be.
    boolean isOfDamage() {
        if (!(getCause() instanceof SQLException cause)) {
            return false;
        }
        int ofSqlite = cause.getErrorCode() & 0xff; // always 0 on PostgreSQL
        String state = cause.getSQLState() == null ? "" : cause.getSQLState();
        return ofSqlite == 11 // CORRUPT
                || ofSqlite == 26 // NOTADB
                || state.equals("XX001") // data corrupted
                || state.equals("XX002"); // index corrupted
    }

    static DatabaseException of(SQLException cause, Dialect dialect) {
        Kind kind = switch (dialect) {
            case SQLITE -> sqliteKind(cause);
            case POSTGRESQL -> postgresKind(cause);
        };
        return new DatabaseException(kind, String.valueOf(cause.getMessage()), cause);
    }

    private static Kind sqliteKind(SQLException cause) {
        int primary = cause.getErrorCode() & 0xff;
        return switch (primary) {
            case 13 -> Kind.FULL; // SQLITE_FULL
            case 5, 6, 7, 8, 9, 10, 11, 14, 15, 26 ->
                Kind.UNAVAILABLE; // BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT CANTOPEN PROTOCOL NOTADB
            case 19 -> Kind.DUPLICATE; // SQLITE_CONSTRAINT
            default -> Kind.BROKEN;
        };
    }

    private static Kind postgresKind(SQLException cause) {
        String state = cause.getSQLState() == null ? "" : cause.getSQLState();
        if (state.equals("40001") || state.equals("40P01")) {
            return Kind.SERIALIZATION;
        }
        if (state.equals("23505")) {
            return Kind.DUPLICATE;
        }
        if (state.startsWith("53")) {
            return state.equals("53100") ? Kind.FULL : Kind.UNAVAILABLE;
        }
        boolean gone =
                state.isEmpty() || state.startsWith("08") || state.startsWith("57P") || state.startsWith("25006");
        return gone ? Kind.UNAVAILABLE : Kind.BROKEN;
    }
}
