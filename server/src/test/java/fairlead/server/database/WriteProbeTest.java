package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.FailingStorage.Fault;
import fairlead.server.database.FailingStorage.Moment;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteProbeTest {

    @TempDir
    private Path folder;

    private final FailingStorage storage = new FailingStorage();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private Database database;
    private WriteProbe probe;

    @BeforeEach
    void open() {
        database = storage.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, Clock.systemUTC());
        probe = new WriteProbe(database, nanos::get);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long writes(Runnable asking) {
        return storage.reachedBy(asking).stream().filter("COMMIT"::equals).count();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static DatabaseException failure(DatabaseException.Kind kind) {
        return new DatabaseException(kind, "no");
    }

    @Test
    void writesWhenNothingWasWrittenAndNotForEachQuestion() {
        assertThat(writes(() -> assertThat(probe.failure()).isEmpty())).isEqualTo(1);
        assertThat(writes(() -> assertThat(probe.failure()).isEmpty())).isZero();
        pass(Duration.ofSeconds(11));
        assertThat(writes(() -> assertThat(probe.failure()).isEmpty())).isEqualTo(1);
    }

    @Test
    void writesNothingWhileOthersDo() {
        probe.written();
        pass(Duration.ofSeconds(9));
        probe.written();
        pass(Duration.ofSeconds(9));
        assertThat(writes(() -> assertThat(probe.failure()).isEmpty())).isZero();
    }

    @Test
    void leavesNothingInTheDatabase() {
        assertThat(probe.failure()).isEmpty();
        long rows = database.read(transaction -> transaction
                .one("SELECT count(*) FROM schema_version WHERE version < 1", Row::number)
                .orElseThrow());
        assertThat(rows).isZero();
    }

    @Test
    void failsWhileWritesFailAndOnlyThen() {
        storage.failWhile("COMMIT"::equals, new Fault(FailingStorage.FULL, Moment.BEFORE));
        assertThat(probe.failure()).hasValueSatisfying(why -> assertThat(why).startsWith("the storage is full: "));
        storage.heal();
        assertThat(probe.failure()).isEmpty();
    }

    @Test
    void triesAnewAfterAWriteHasFailedThoughOneHasJustSucceeded() {
        assertThat(probe.failure()).isEmpty();
        probe.failed(failure(DatabaseException.Kind.FULL));
        storage.failWhile("COMMIT"::equals, new Fault(FailingStorage.FULL, Moment.BEFORE));
        assertThat(probe.failure()).isPresent();
    }

    @Test
    void isNotConcernedByWritesThatFailForAnotherReason() {
        assertThat(probe.failure()).isEmpty();
        probe.failed(failure(DatabaseException.Kind.DUPLICATE));
        assertThat(writes(() -> assertThat(probe.failure()).isEmpty())).isZero();
    }

    @Test
    void writesAtABoundedRateHoweverOftenItIsAsked() {
        storage.failWhile("COMMIT"::equals, new Fault(FailingStorage.FULL, Moment.BEFORE));
        long atOnce = writes(() -> {
            for (int i = 0; i < 100; i++) {
                assertThat(probe.failure()).isPresent();
            }
        });
        assertThat(atOnce).isEqualTo(5);
        pass(Duration.ofSeconds(2));
        assertThat(writes(() -> {
                    for (int i = 0; i < 100; i++) {
                        assertThat(probe.failure()).isPresent();
                    }
                }))
                .isEqualTo(2);
    }
}
