package fairlead.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentFailuresTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final RecentFailures failures = new RecentFailures(nanos::get);

    private void fail(DatabaseException.Kind kind) {
        failures.failed(new DatabaseException(kind, "the disk failed"));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void areToldUntilTheStorageHasWorkedForAWhile() {
        assertThat(failures.failure()).isEmpty();
        fail(DatabaseException.Kind.UNAVAILABLE);
        pass(Duration.ofMillis(1500));
        assertThat(failures.failure()).contains("a transaction has failed 1500 ms ago: the disk failed");
        fail(DatabaseException.Kind.FULL);
        pass(Duration.ofMillis(1500));
        assertThat(failures.failure()).isPresent();
        pass(Duration.ofMillis(501));
        assertThat(failures.failure()).isEmpty();
    }

    @Test
    void areNotThoseOfTheCallers() {
        fail(DatabaseException.Kind.DUPLICATE);
        fail(DatabaseException.Kind.SERIALIZATION);
        assertThat(failures.failure()).isEmpty();
    }
}
