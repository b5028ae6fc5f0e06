package fairlead.server.database;

/// The words in which SQLite and PostgreSQL differ, written `{bytes}`, `{key}` (text that
/// sorts by bytes), `{serial}`, `{share}`, `{skip locked}` and `{index of}` (where a text has another, from 1) in our
/// SQL.
public enum Dialect {
    SQLITE("BLOB", "TEXT", "INTEGER PRIMARY KEY AUTOINCREMENT", "", "", "instr"),
    POSTGRESQL(
            "BYTEA",
            "TEXT COLLATE \"C\"",
            "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            "FOR SHARE OF g",
            "FOR UPDATE SKIP LOCKED",
            "strpos");

    private final String bytes;
    private final String key;
    private final String serial;
    private final String share;
    private final String skipLocked;
    private final String indexOf;

    Dialect(String bytes, String key, String serial, String share, String skipLocked, String indexOf) {
        this.bytes = bytes;
        this.key = key;
        this.serial = serial;
        this.share = share;
        this.skipLocked = skipLocked;
        this.indexOf = indexOf;
    }

    /// The statement in this dialect.
    public String sql(String statement) {
        return statement
                .replace("{bytes}", bytes)
                .replace("{key}", key)
                .replace("{serial}", serial)
                .replace("{share}", share)
                .replace("{skip locked}", skipLocked)
                .replace("{index of}", indexOf);
    }
}
