package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.DamageCheck.State;
import fairlead.server.wiring.Records;
import java.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What becomes of records that are not as they were written, on every database.
abstract class DamagedRecordsContract {

    /// More than are read at a time.
    private static final int MANY = 450;

    private static final List<Object> VALUES = List.of(7L, "", "", "key", "", "control", new byte[] {1, 2, 3});

    private Database database;

    abstract Database open();

    @BeforeEach
    void begin() {
        database = open();
        Migrations.apply(database, Clock.systemUTC());
        database.write(transaction -> {
            for (int i = 0; i < MANY; i++) {
                record(transaction, OptionalLong.of(RecordTable.checksum(VALUES.toArray())));
            }
            return transaction;
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static void record(Transaction transaction, OptionalLong checksum) {
        List<Object> arguments = new java.util.ArrayList<>(VALUES);
        transaction.update(
                "INSERT INTO audit (at, subscription, correlation_id, resource_key, subject, plane, record, checksum)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, " + (checksum.isPresent() ? checksum.getAsLong() : "NULL")
                        + ")",
                arguments.toArray());
    }

    private void change(String what) {
        database.write(transaction -> transaction.update("UPDATE audit SET " + what));
    }

    private DamageCheck checked() {
        DamageCheck check = new DamageCheck(database, Records.all());
        check.checkNow();
        assertThat(check.report().state()).isEqualTo(State.ENDED);
        return check;
    }

    @Test
    void areNotFoundWhereThereAreNone() {
        DamageCheck check = checked();
        assertThat(check.damage()).isEmpty();
        assertThat(check.report().damages()).isEmpty();
        assertThat(check.report().records()).isEqualTo(MANY);
        assertThat(check.report().tables()).isGreaterThan(20);
    }

    @Test
    void areFoundWhicheverOfTheirValuesHasChanged() {
        for (String change : List.of(
                "at = 8",
                "subscription = 'x'",
                "correlation_id = 'x'",
                "resource_key = 'kez'",
                "subject = NULL",
                "plane = 'data'",
                "record = " + (database.dialect() == Dialect.SQLITE ? "x'010203ff'" : "'\\x010203ff'"))) {
            change(change + " WHERE seq = " + (MANY - 1));
            DamageCheck check = checked();
            assertThat(check.damage())
                    .as(change)
                    .contains("the record " + (MANY - 1) + " of the table audit is not as it was written");
            assertThat(check.report().damages()).as(change).hasSize(1);
            database.write(transaction -> transaction.update(
                    "UPDATE audit SET at = ?, subscription = ?, correlation_id = ?, resource_key = ?, subject = ?,"
                            + " plane = ?, record = ?",
                    VALUES.toArray()));
        }
    }

    @Test
    void areAllToldOf() {
        change("at = 8");
        assertThat(checked().report().damages()).hasSize(100);
    }

    @Test
    void ofAnEarlierVersionAreGivenTheirChecksumsAndHeldAgainstThemFromThenOn() {
        change("checksum = NULL");
        assertThat(checked().damage()).isEmpty();
        assertThat(StoredRecords.withChecksum(database, "audit")).isEqualTo(MANY);
        change("at = 8 WHERE seq = 3");
        assertThat(checked().damage()).contains("the record 3 of the table audit is not as it was written");
    }
}
