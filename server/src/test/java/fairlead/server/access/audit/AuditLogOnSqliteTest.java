package fairlead.server.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditLogOnSqliteTest extends AuditLogContract {

    @Override
    Database open(Path data) {
        return SqliteDatabase.open(data.resolve("fairlead.db"));
    }

    @Override
    Optional<Path> keyFile(Path data) {
        return Optional.of(data.resolve(AuditKeys.FILE));
    }

    @Override
    String putting(long number) {
        return "INSERT INTO audit (seq, at, subscription, record, personal, leaf)" + " SELECT " + number
                + ", at, subscription, record, personal, leaf FROM audit WHERE seq = ?";
    }

    @Override
    void forgetNumbers(long last) {
        database()
                .write(transaction ->
                        transaction.update("UPDATE sqlite_sequence SET seq = ? WHERE name = 'audit'", last));
    }

    @Test
    void numbersThatWereGivenToRecordsThatAreGoneAreFound() {
        database()
                .write(transaction ->
                        transaction.update("INSERT INTO audit (at, subscription, record) VALUES (1, '', ?)", (Object)
                                "{}".getBytes(StandardCharsets.UTF_8)));
        database()
                .write(transaction ->
                        transaction.update("INSERT INTO audit (at, subscription, record) VALUES (1, '', ?)", (Object)
                                "{}".getBytes(StandardCharsets.UTF_8)));
        database().write(transaction -> transaction.update("DELETE FROM audit WHERE seq = 2"));
        LogVerifier.Report report =
                new LogVerifier(new DatabaseSource(database()), List.of(), Optional.empty()).verify();
        assertThat(report.firstBad()).contains(2L);
    }
}
