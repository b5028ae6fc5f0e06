package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.wiring.Records;

/// The records of a database and their checksums.
public final class StoredRecords {

    private StoredRecords() {}

    /// Fails if a record does not have the checksum of what is in it.
    public static void requireWhole(Database database) {
        for (RecordTable table : Records.all()) {
            RecordCheck check = new RecordCheck(table);
            Object after = check.begin();
            while (after != null) {
                Object from = after;
                RecordCheck.Part part = database.read(transaction -> check.read(transaction, from));
                assertThat(part.damages()).isEmpty();
                after = part.last();
            }
        }
    }

    /// How many records of the table have a checksum.
    static long withChecksum(Database database, String table) {
        return database.read(transaction -> transaction
                .one("SELECT count(*) FROM " + table + " WHERE checksum IS NOT NULL", Row::number)
                .orElseThrow());
    }
}
