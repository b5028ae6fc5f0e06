package fairlead.server.database;

import java.util.List;
import java.util.Optional;

/// Reads a table as its database keeps it, part by part, and says what of it is damaged.
interface TableCheck {

    /// The names of all tables.
    List<String> names(Transaction transaction);

    /// Reads a part. Throws [DatabaseException] if the database fails over it.
    ///
    /// @param thorough whether the indexes are held against the table, too
    Part read(Transaction transaction, String table, Place from, boolean thorough);

    /// Where a part of a table begins, in pages.
    record Place(long page) {
        static final Place BEGIN = new Place(0);
    }

    /// What a part is like.
    ///
    /// @param next where the next one begins; empty if this was the last
    /// @param damages one line each
    record Part(Optional<Place> next, List<String> damages) {}

    static TableCheck of(Database database) {
        return switch (database.dialect()) {
            case SQLITE -> new OfSqlite();
            case POSTGRESQL -> new OfPostgres();
        };
    }

    static String line(String table, String what) {
        return "the table " + table + " is damaged: " + what.replace('\n', ' ');
    }

    /// A table is one part.
    final class OfSqlite implements TableCheck {

        private static final String TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";

        @Override
        public List<String> names(Transaction transaction) {
            return transaction.query(TABLES, Row::text);
        }

        @Override
        public Part read(Transaction transaction, String table, Place from, boolean thorough) {
            String pragma = thorough ? "integrity_check" : "quick_check";
            List<String> found =
                    transaction.query("PRAGMA " + pragma + "('" + table.replace("'", "''") + "')", Row::text);
            return new Part(
                    Optional.empty(),
                    found.equals(List.of("ok"))
                            ? List.of()
                            : found.stream()
                                    .map(what -> TableCheck.line(table, what))
                                    .toList());
        }
    }

    /// The rows of a thousand pages are a part, with what is stored apart from them. PostgreSQL holds pages against
    /// their checksums, if the cluster has them, and fails over what can't be a row.
    final class OfPostgres implements TableCheck {

        private static final long PAGES = 1000;
        private static final String TABLES =
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename";
        private static final String SIZE = "SELECT pg_relation_size(CAST(? AS regclass)) / 8192";

        @Override
        public List<String> names(Transaction transaction) {
            return transaction.query(TABLES, Row::text);
        }

        @Override
        public Part read(Transaction transaction, String table, Place from, boolean thorough) {
            String name = "\"" + table.replace("\"", "\"\"") + "\"";
            long end = from.page() + PAGES;
            transaction.query(
                    "SELECT sum(length(CAST(t AS TEXT))) FROM " + name + " t WHERE ctid >= CAST(? AS tid)"
                            + " AND ctid < CAST(? AS tid)",
                    row -> 0,
                    "(" + from.page() + ",0)",
                    "(" + end + ",0)");
            long pages = transaction.one(SIZE, Row::number, name).orElse(0L);
            return new Part(end < pages ? Optional.of(new Place(end)) : Optional.empty(), List.of());
        }
    }
}
